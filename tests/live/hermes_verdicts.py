"""What the installed Hermes makes of shell lines: reads a JSON list of lines, writes a JSON list of verdicts.

Run by the Python of its installation.
"""

import json
import logging
import sys

from tools import approval

logging.disable(logging.CRITICAL)


def verdict(line):
    """Whether it is blocked in every mode, and why; whether it is asked about, and why; as what it is read."""
    blocked, _ = approval._check_sudo_stdin_guard(line)
    hardline = approval.detect_hardline_command(line)
    asked, _, why = approval.detect_dangerous_command(line)
    read = approval._normalize_command_for_detection(line)
    return {"blocked": [blocked, *hardline], "asked": [asked, why], "read": read}


json.dump([verdict(line) for line in json.load(sys.stdin)], sys.stdout)
