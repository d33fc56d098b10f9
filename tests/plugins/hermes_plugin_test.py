"""Hermes' plugin against an rtk that is missing, broken, slow or another program: the command runs as it is.

Run by tests/agent_hermes_test.ts. RTK_PLUGIN names the installed module, RTK_CASES the table of known calls.
"""

import contextlib
import importlib.util
import io
import json
import os
import resource
import stat
import sys
import tempfile
import time
import unittest


def load_plugin():
    spec = importlib.util.spec_from_file_location("rtk_plugin", os.environ["RTK_PLUGIN"])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Context:
    """What Hermes hands to register()."""

    def __init__(self):
        self.hooks = {}

    def register_hook(self, name, callback):
        self.hooks[name] = callback


class PluginTest(unittest.TestCase):
    def setUp(self):
        self.plugin = load_plugin()
        context = Context()
        self.plugin.register(context)
        self.assertEqual(list(context.hooks), ["pre_tool_call"])
        self.callback = context.hooks["pre_tool_call"]
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", self.path)
        os.environ["PATH"] = self.folder.name + ":" + self.path

    def fake(self, text, mode=0o755):
        """An rtk that is this shell script; it notes its arguments, its folder and its stdin."""
        rtk = os.path.join(self.folder.name, "rtk")
        with open(rtk, "w", encoding="utf-8") as file:
            file.write(
                "#!/bin/sh\n"
                f"printf '%s\\n' \"$@\" >'{self.folder.name}/argv'; pwd -P >'{self.folder.name}/pwd'\n"
                f"cat >'{self.folder.name}/stdin'\n{text}\n"
            )
        os.chmod(rtk, mode)

    def seen(self, name):
        with open(os.path.join(self.folder.name, name), encoding="utf-8") as file:
            return file.read()

    def ask(self, command="git status", tool="terminal", **more):
        """Calls the hook; what it printed must be nothing, and the time must be short."""
        args = {"command": command, "timeout": 5, **more}
        before = dict(args)
        started = time.monotonic()
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
            reply = self.callback(
                tool_name=tool, args=args, task_id="t", session_id="s", tool_call_id="call_1", turn_id="u"
            )
        self.assertLess(time.monotonic() - started, 2.8)
        self.assertEqual(out.getvalue() + err.getvalue(), "")
        self.assertEqual({**args, "command": command}, before, "only the command may change")
        return reply, args["command"]

    def assert_raw(self, *call, **more):
        reply, command = self.ask(*call, **more)
        self.assertIsNone(reply)
        self.assertEqual(command, call[0] if call else "git status")


class Answers(PluginTest):
    def test_both_statuses_with_a_text_change_the_command_and_nothing_else(self):
        for status in (0, 3):
            self.fake(f"printf 'rtk git status'; exit {status}")
            reply, command = self.ask()
            self.assertEqual(command, "rtk git status")
            self.assertEqual(reply, {"action": "modify", "args": {"command": "rtk git status"}})

    def test_the_command_is_one_argument_behind_two_dashes_and_stdin_is_empty(self):
        self.fake("exit 1")
        ours, (end, other) = os.dup(0), os.pipe()
        os.dup2(end, 0)
        for number in (end, other, ours):
            self.addCleanup(os.close, number)
        self.addCleanup(os.dup2, ours, 0)
        self.assert_raw("--help 'a  b' $X")
        self.assertEqual(self.seen("argv"), "rewrite\n--agent\nhermes\n--\n--help 'a  b' $X\n")
        self.assertEqual(self.seen("stdin"), "")
        self.fake("printf 'rtk git status'")
        self.assertEqual(self.ask()[1], "rtk git status", "it would wait for the end of stdin")

    def test_it_is_asked_in_the_folder_of_the_call(self):
        self.fake("exit 1")
        folder = os.path.realpath(self.folder.name)
        self.assert_raw("git status", workdir=folder)
        self.assertEqual(self.seen("pwd").strip(), folder)
        for workdir in ("/nowhere", "", 5, None):
            self.assert_raw("git status", workdir=workdir)
            self.assertEqual(self.seen("pwd").strip(), os.path.realpath(os.getcwd()))

    def test_the_quoted_path_of_rtk_may_be_put_in(self):
        text = "'/opt/with blank/it'\\''s/rtk' git status && '/opt/with blank/it'\\''s/rtk' git diff"
        self.fake("cat <<'END'\n" + text + "\nEND\nexit 3")
        self.assert_raw("git status && git diff")  # with a newline at the end it is another text
        self.fake("printf %s \"$(cat <<'END'\n" + text + "\nEND\n)\"; exit 3")
        self.assertEqual(self.ask("git status && git diff")[1], text)

    def test_a_typed_rtk_that_would_walk_past_a_rule_is_refused_with_that_rule(self):
        self.fake("echo 'rtk: rule approvals.deny git push* covers git push' >&2; exit 2")
        reply, command = self.ask("rtk git push")
        self.assertEqual(command, "rtk git push")
        self.assertEqual(
            reply, {"action": "block", "message": "rtk: rule approvals.deny git push* covers git push"}
        )

    def test_the_known_calls(self):
        with open(os.environ["RTK_CASES"], encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        rows = [row for row in rows if row["agent"] == "hermes-plugin"]
        self.assertGreater(len(rows), 10)
        for row in rows:
            with self.subTest(row["id"]):
                call = json.loads(row["stdin"])
                result = row["rewrite_result"] or {"exit": 9, "stdout": "rtk git status"}
                stdout = result.get("stdout", "").rstrip("\n")
                script = f"printf %s '{stdout}'; echo '{result.get('stderr', '')}' >&2; exit {result.get('exit')}"
                if result.get("missing_binary"):
                    self.fake("", 0o644)
                else:
                    self.fake("sleep 60" if result.get("timeout") else script)
                _, command = self.ask(call["args"]["command"], call["tool_name"])
                self.assertEqual(command, row["expect_args"]["command"])


class Faults(PluginTest):
    def test_rtk_is_missing(self):
        os.environ["PATH"] = "/nowhere"
        self.assert_raw()

    def test_rtk_is_found_where_it_was_at_its_installation(self):
        self.fake("printf \"'%s' git status\" \"$RTK_CALLED_AS\"")
        self.plugin.RTK_AT_INIT = os.path.join(self.folder.name, "rtk")
        self.assert_raw()  # on PATH it is called by its name
        os.environ["PATH"] = self.path
        self.assertEqual(self.ask()[1], f"'{self.plugin.RTK_AT_INIT}' git status")
        os.remove(self.plugin.RTK_AT_INIT)
        self.assert_raw()

    def test_rtk_is_not_executable_or_a_folder(self):
        self.fake("printf 'rtk git status'", stat.S_IRUSR)
        self.assert_raw()
        os.remove(os.path.join(self.folder.name, "rtk"))
        os.mkdir(os.path.join(self.folder.name, "rtk"))
        self.assert_raw()

    def test_rtk_is_no_program(self):
        rtk = os.path.join(self.folder.name, "rtk")
        for text in (b"", b"\x7fELF\0\0", b"#!/nowhere/sh\n"):
            with open(rtk, "wb") as file:
                file.write(text)
            os.chmod(rtk, 0o755)
            self.assert_raw()

    def test_every_other_status_with_a_text_counts_for_nothing(self):
        for end in ("exit 1", "exit 2", "exit 4", "exit 126", "exit 127", "kill -SEGV $$", "kill -TERM $$"):
            self.fake(f"printf 'rtk git status'; echo 'no rule at all' >&2; {end}")
            self.assert_raw()

    def test_a_text_that_does_more_than_put_rtk_in_counts_for_nothing(self):
        for text in (
            "", "\n", "git status", "rtk git status\n", "rtk git status -s", "rtk git", "rtk read x", "hello",
            "git rtk", "rtk  git status", "rtk.git status", "rtk git status\\000", "\\377\\376", "rm -rf /",
            "Usage: rtk [options]", "'/opt/rtk' rm x",
        ):
            self.fake(f'printf "{text}"')
            self.assert_raw()

    def test_it_hangs(self):
        self.fake("sleep 60")
        self.assert_raw()

    def test_it_hangs_with_its_output_already_there(self):
        self.fake("printf 'rtk git status'; sleep 60")
        self.assert_raw()

    def test_it_closes_its_output_and_hangs(self):
        self.fake("printf 'rtk git status'; exec >&- 2>&-; sleep 60")
        self.assert_raw()

    def test_its_child_keeps_the_output_open(self):
        self.fake("sleep 60 & printf 'rtk git status'; exit 0")
        self.assert_raw()

    def test_it_prints_without_end(self):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for stream in (1, 2):
            self.fake(f"exec yes >&{stream}")
            self.assert_raw()
        unit = 1 if sys.platform == "darwin" else 1024
        self.assertLess((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit, 100_000_000)

    def test_nothing_of_it_goes_on_afterwards(self):
        beat = os.path.join(self.folder.name, "beat")
        self.fake(f"(while :; do echo >>'{beat}'; sleep 0.1; done) & sleep 60")
        self.assert_raw()
        size = os.path.getsize(beat)
        time.sleep(0.5)
        self.assertEqual(os.path.getsize(beat), size)

    def test_it_needs_a_folder_that_is_gone(self):
        self.fake("printf 'rtk git status'")
        here = os.getcwd()
        gone = tempfile.mkdtemp()
        os.chdir(gone)
        self.addCleanup(os.chdir, here)
        os.rmdir(gone)
        reply, _ = self.ask()
        self.assertIn(reply, (None, {"action": "modify", "args": {"command": "rtk git status"}}))


class Calls(PluginTest):
    def setUp(self):
        super().setUp()
        self.fake("printf 'rtk git status'")

    def assert_not_asked(self, reply):
        self.assertIsNone(reply)
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "argv")))

    def test_other_tools_and_other_forms_are_not_even_asked_about(self):
        for tool in ("read_file", "process", "execute_code", "Terminal", "", None, 5):
            self.assert_not_asked(self.ask(tool=tool)[0])
        for command in (None, 5, ["git", "status"], {"a": 1}, b"git status"):
            self.assert_not_asked(self.ask(command)[0])

    def test_background_and_terminal_calls_stay_as_they_are(self):
        """rtk-915"""
        for flag in ("background", "pty"):
            self.assert_not_asked(self.ask(**{flag: True})[0])
        self.assertEqual(self.ask(background=False, pty=False)[1], "rtk git status")

    def test_a_script_that_calls_the_tool_gets_the_output_that_it_expects(self):
        for id_ in ("", None):
            args = {"command": "git status"}
            self.assert_not_asked(self.callback(tool_name="terminal", args=args, tool_call_id=id_))
        self.assert_not_asked(self.callback(tool_name="terminal", args={"command": "git status"}))

    def test_calls_that_are_none_raise_nothing(self):
        for args in (None, [], "git status", 5, {}):
            self.assert_not_asked(self.callback(tool_name="terminal", args=args, tool_call_id="c"))
        self.assert_not_asked(self.callback())

    def test_texts_that_no_program_can_be_given(self):
        for command in ("git\0status", "git \ud800", "x" * (1 << 22)):
            self.assert_not_asked(self.ask(command)[0])

    def test_arguments_that_cannot_be_changed(self):
        class Frozen(dict):
            def __setitem__(self, key, value):
                raise TypeError(key)

        call = Frozen(command="git status")
        self.assertIsNone(self.callback(tool_name="terminal", args=call, tool_call_id="c"))


if __name__ == "__main__":
    unittest.main()
