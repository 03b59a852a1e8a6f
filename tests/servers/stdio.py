"""A small stdio server that behaves as its first argument says. Standard library alone."""

import json
import os
import signal
import subprocess
import sys
import time

MODE = sys.argv[1]
PIDS = sys.argv[2]
STATELESS = "2026-07-28"


def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def tool(name, **properties):
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {"name": name, "description": "Sets the " + name, "inputSchema": schema}


LAMP = tool("lamp_set", level={"type": "integer", "description": "How bright"})
SHELF = tool("shelf_add", code={"type": "string", "description": "What is on its back"})

# Whatever it starts must not outlive it either.
CHILD = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
with open(PIDS, "a", encoding="utf-8") as pids:
    pids.write("%d\n%d\n" % (os.getpid(), CHILD.pid))

sys.stderr.write("a secret is never in a report\n")
sys.stderr.flush()

if MODE == "dies":
    sys.stderr.write("cannot open \x1b[31mthe lamp\x1b[0m\n::error::##[error]hostile\n")
    sys.exit(7)
if MODE == "slow":
    time.sleep(600)
if MODE == "huge":
    block = "x" * (1 << 20) + "\n"
    while True:
        sys.stdout.write(block)
if MODE == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if MODE == "noisy":
    print("lamp server 1.0 \x1b[1mis listening\x1b[0m")
    print()

listings = 0


def initialize(request):
    version = request["params"]["protocolVersion"]
    if MODE == "old" and version != "2024-11-05":
        return {"error": {"code": -32602, "message": "Unsupported protocol version"}}
    if MODE == "stiff":
        return {"error": {"code": -32602, "message": "Unsupported protocol version"}}
    info = {"name": "Lamp Kit", "version": "1.0"}
    return {"result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}}


def tools(request):
    global listings
    listings += 1
    params = request.get("params") or {}
    if MODE == "pages":
        if "cursor" not in params:
            return {"result": {"tools": [LAMP], "nextCursor": "two"}}
        return {"result": {"tools": [SHELF]}}
    if MODE == "circle":
        return {"result": {"tools": [LAMP], "nextCursor": "same"}}
    if MODE == "unstable":
        return {"result": {"tools": [LAMP] if listings == 1 else [LAMP, SHELF]}}
    if MODE == "shuffled":
        return {"result": {"tools": [LAMP, SHELF] if listings % 2 else [SHELF, LAMP]}}
    if MODE == "announced":
        if listings == 1:
            send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        return {"result": {"tools": [LAMP] if listings == 1 else [LAMP, SHELF]}}
    if MODE == "empty":
        return {"result": {"tools": []}}
    if MODE == "refuses":
        return {"error": {"code": -32603, "message": "cannot serialise"}}
    if MODE == "hollow":
        return {}
    if MODE == "no-list":
        return {"result": {"tools": {"lamp_set": {}}}}
    if MODE == "bad":
        return {"result": {"tools": [dict(LAMP, inputSchema={"type": "array"})]}}
    if MODE == "modern":
        meta = params["_meta"]
        assert meta["io.modelcontextprotocol/protocolVersion"] == STATELESS, meta
        info = {"io.modelcontextprotocol/serverInfo": {"name": "Lamp Kit", "version": "1.0"}}
        return {"result": {"resultType": "complete", "ttlMs": 0, "cacheScope": "public", "tools": [LAMP], "_meta": info}}
    if MODE == "noisy":
        print('{"level": "info", "text": "listing"}')
    return {"result": {"tools": [SHELF, LAMP] if MODE == "good" else [LAMP]}}


def discover():
    if MODE == "modern":
        return {"result": {"supportedVersions": [STATELESS], "capabilities": {"tools": {}}, "resultType": "complete"}}
    if MODE == "leaves":
        sys.exit(1)
    if MODE == "mute":
        return None
    return {"error": {"code": -32601, "message": "Method not found"}}


def ask_back():
    send({"jsonrpc": "2.0", "id": 0, "method": "ping"})
    assert json.loads(sys.stdin.readline()) == {"jsonrpc": "2.0", "id": 0, "result": {}}
    send({"jsonrpc": "2.0", "id": "r", "method": "roots/list"})
    assert json.loads(sys.stdin.readline())["error"]["code"] == -32601


for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request or "method" not in request:
        continue
    if request["method"] == "server/discover":
        rest = discover()
        if rest is None:
            continue
    elif request["method"] == "initialize":
        rest = initialize(request)
    else:
        if MODE == "asks":
            ask_back()
        if MODE == "never":
            continue
        if MODE == "dies-late":
            sys.exit(9)
        rest = tools(request)
    ident = str(request["id"]) if MODE == "ids" and request["method"] == "tools/list" else request["id"]
    send({"jsonrpc": "2.0", "id": ident, **rest})

if MODE == "stubborn":
    time.sleep(600)
CHILD.terminate()
