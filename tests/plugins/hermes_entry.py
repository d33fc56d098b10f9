"""Plays Hermes for its plugin: `hermes_entry.py MODULE CALLS`. CALLS is a JSON list of tool, input and so on, made at once;
for each of them what became of the input, whether the call is refused, and the milliseconds that it took are printed."""

import concurrent.futures
import importlib.util
import json
import sys
import time


class Context:
    def register_hook(self, name, callback):
        if name == "pre_tool_call":
            self.callback = callback


def answer(callback, call):
    args = call["input"]
    started = time.monotonic()
    reply = callback(tool_name=call["tool"], args=args, tool_call_id="c", task_id="t", session_id="s")
    milliseconds = (time.monotonic() - started) * 1000
    if reply and reply.get("action") == "modify":
        args = {**args, **reply["args"]}
    refusal = reply.get("message") if reply and reply.get("action") == "block" else None
    return {"input": args, "refusal": refusal, "milliseconds": milliseconds}


def main():
    spec = importlib.util.spec_from_file_location("rtk_plugin", sys.argv[1])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    context = Context()
    module.register(context)
    calls = json.loads(sys.argv[2])
    with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
        print(json.dumps(list(pool.map(lambda call: answer(context.callback, call), calls))))


if __name__ == "__main__":
    main()
