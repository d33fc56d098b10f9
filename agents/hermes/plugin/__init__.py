# rtk plugin for Hermes, written by rtk init -g and removed by rtk init -g --uninstall.
"""Asks rtk about each command of the terminal tool before it runs.

Whatever goes wrong, the command runs as it is: nothing is raised, nothing takes longer than two seconds.
"""

import os
import re
import shutil
import signal
import subprocess
import threading
import time

# Where rtk was at its installation: programs without a terminal are started with a short PATH.
RTK_AT_INIT = ""

SECONDS = 2.0
MAX_BYTES = 1 << 20

# What a rewrite may put in.
INSERTED = re.compile(r"(?:\brtk|'(?:[^']|'\\'')*/rtk') ")

# A typed rtk would walk past a rule that forbids the command behind it.
REFUSAL = re.compile(r"rtk: rule .+ covers ", re.DOTALL)


def register(ctx):
    ctx.register_hook("pre_tool_call", before_tool_call)


def before_tool_call(tool_name=None, args=None, tool_call_id=None, **_):
    """Changes the command in place, which Hermes 0.19 takes, and says so, which later versions ask for."""
    try:
        # Without an id it is a script of execute_code that calls the tool and reads the output, not the model.
        if tool_name != "terminal" or not isinstance(args, dict) or not tool_call_id:
            return None
        command = args.get("command")
        if not isinstance(command, str) or args.get("background") or args.get("pty"):
            return None
        return _answer(command, args)
    except Exception:
        return None


def _answer(command, args):
    on_path = shutil.which("rtk")
    rtk = on_path or RTK_AT_INIT
    if not rtk or not os.access(rtk, os.X_OK):
        return None
    # What follows -- is the command, however it begins.
    words = [rtk, "rewrite", "--agent", "hermes", "--", command]
    # The shell would not find it by its name either.
    more = {} if on_path else {"RTK_CALLED_AS": rtk}
    status, out, err = _run(words, args.get("workdir"), more, time.monotonic() + SECONDS)
    if status in (0, 3):
        text = out.decode("utf-8")
        if text == command or INSERTED.sub("", text) != INSERTED.sub("", command):
            return None
        args["command"] = text
        return {"action": "modify", "args": {"command": text}}
    reason = err.decode("utf-8").strip()
    if status == 2 and REFUSAL.match(reason):
        return {"action": "block", "message": reason}
    return None


def _run(words, folder, variables, deadline):
    """The exit status, stdout and stderr; no status when the deadline passes or when it prints too much."""
    process = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder if isinstance(folder, str) and os.path.isdir(folder) else None,
        env={**_environment(), **variables},
        start_new_session=True,
    )
    try:
        streams = (process.stdout, process.stderr)
        texts = [None, None]
        readers = [
            threading.Thread(target=_read, args=(stream, texts, at), daemon=True)
            for at, stream in enumerate(streams)
        ]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join(max(0.0, deadline - time.monotonic()))
        if any(reader.is_alive() for reader in readers):
            return None, b"", b""
        return process.wait(max(0.0, deadline - time.monotonic())), texts[0], texts[1]
    finally:
        _end(process)


def _read(stream, texts, at):
    try:
        # One byte more tells that there is more.
        text = stream.read(MAX_BYTES + 1)
        texts[at] = text if len(text) <= MAX_BYTES else None
    except Exception:
        pass
    finally:
        stream.close()


def _end(process):
    """Ends what still runs, with everything that it started."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.wait(0.5)


def _environment():
    """The caller's, with the folder whose rules hold for this session."""
    env = dict(os.environ)
    try:
        from hermes_constants import get_hermes_home

        env["HERMES_HOME"] = str(get_hermes_home())
    except Exception:
        pass
    return env
