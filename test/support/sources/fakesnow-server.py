"""Serves fakesnow as the driver of Node reads it: results as JSON, since it knows no Arrow, logins with a password, time-outs and cancels.

One user with one password. What fakesnow has in no way is left out of a statement (collations), or said otherwise (REGEXP_INSTR). Prints
its port, and ends with its standard input.
"""

import asyncio
import base64
import gzip
import importlib
import json
import os
import re
import socket
import sys
import threading

import pyarrow as pa
import uvicorn
from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route

# The package has a function of this name.
server = importlib.import_module("fakesnow.server")

USER, PASSWORD, DATABASE = sys.argv[1:4]
ADMIN = server.shared_fs.connect(DATABASE, "PUBLIC")

DuckDB.Generator.TRANSFORMS[exp.Collate] = lambda self, e: self.sql(e, "this")
DuckDB.Generator.TRANSFORMS[exp.RegexpInstr] = lambda self, e: (
    f"CAST(REGEXP_MATCHES({self.sql(e, 'this')}, {self.sql(e, 'expression')}) AS INT)"
)

# It takes a dollar sign within a text or name for a variable of the session.
importlib.import_module("fakesnow.variables").Variables.inline_variables = lambda self, sql: sql

# Seconds of a session, by its token; running statements, by the id of the request; why one was interrupted.
timeouts, running, ended = {}, {}, {}


def refused(code, message, state):
    return JSONResponse({"success": False, "code": code, "message": message, "data": {"errorCode": code, "sqlState": state}})


async def json_of(request):
    body = await request.body()
    return json.loads(gzip.decompress(body) if request.headers.get("Content-Encoding") == "gzip" else body)


async def login(request):
    data = (await json_of(request))["data"]
    if (data.get("LOGIN_NAME"), data.get("PASSWORD")) != (USER, PASSWORD):
        return refused("390100", "Incorrect username or password was specified.", "08001")
    if request.query_params.get("warehouse") != "READING":
        return refused("390201", "The requested warehouse does not exist or not authorized.", "08004")
    return await server.login_request(request)


def interrupt(request_id, why):
    if conn := running.get(request_id):
        ended[request_id] = why
        conn._duck_conn.interrupt()


async def query(request):
    asked = await json_of(request)
    sql = asked["sqlText"]
    token, request_id = server.to_token(request), request.query_params["requestId"]
    if settings := re.match(r"ALTER SESSION SET .*STATEMENT_TIMEOUT_IN_SECONDS = (\d+)", sql):
        timeouts[token] = int(settings[1])
        sql = "SELECT 'Statement executed successfully.' AS status"
    if re.match(r"SHOW IMPORTED KEYS", sql):
        sql = "SELECT * FROM (SELECT '' AS fk_schema_name) AS none WHERE 1 = 0"
    sql = re.sub(r"^(SHOW (?:PRIMARY|UNIQUE) KEYS) IN DATABASE .*", r"\1", sql)
    request._body = gzip.compress(json.dumps({**asked, "sqlText": sql}).encode())
    request._headers = None
    request.scope["headers"] = [h for h in request.scope["headers"] if h[0] != b"content-encoding"] + [(b"content-encoding", b"gzip")]
    del request._headers
    running[request_id] = server.to_conn(token)
    timer = asyncio.get_running_loop().call_later(timeouts.get(token, 3600), interrupt, request_id, "000630")
    try:
        answer = await server.query_request(request)
    finally:
        timer.cancel()
        del running[request_id]
    if why := ended.pop(request_id, None):
        return refused(why, "SQL execution canceled" if why == "000604" else "Statement reached its timeout and was canceled.", "57014")
    content = json.loads(answer.body)
    if answer.status_code == 500:
        return refused("001003", f"SQL compilation error: {content['message']}"[:300], "42000")
    return JSONResponse(as_rows(content))


async def abort(request):
    interrupt((await json_of(request))["requestId"], "000604")
    return JSONResponse({"success": True, "data": None, "code": None, "message": None})


def as_rows(content):
    data = content.get("data") or {}
    if data.get("queryResultFormat") != "arrow":
        return content
    encoded = data.pop("rowsetBase64")
    rows = []
    if encoded:
        table = pa.ipc.open_stream(base64.b64decode(encoded)).read_all()
        rows = [list(row) for row in zip(*[[cell(v) for v in column.to_pylist()] for column in table.columns])]
    data.update(queryResultFormat="json", rowset=rows, returned=len(rows), total=len(rows))
    return content


def cell(value):
    if value is None:
        return None
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, dict):
        if value["epoch"] is None:
            return None
        return f"{value['epoch']}.{value['fraction']:09d}" + (f" {value['timezone']}" if "timezone" in value else "")
    if hasattr(value, "toordinal"):
        return str(value.toordinal() - 719163)
    if isinstance(value, bytes):
        return value.hex().upper()
    return {"nan": "NaN"}.get(str(value), str(value))


async def run(request):
    """A statement that may write, outside of what is tested."""
    sql = (await request.body()).decode()
    await run_in_threadpool(lambda: ADMIN.cursor().execute(sql))
    return JSONResponse({})


app = Starlette(
    routes=[
        Route("/session/v1/login-request", login, methods=["POST"]),
        Route("/queries/v1/query-request", query, methods=["POST"]),
        Route("/queries/v1/abort-request", abort, methods=["POST"]),
        Route("/running", lambda _: JSONResponse(len(running))),
        Route("/run", run, methods=["POST"]),
        Route("/telemetry/send", lambda _: JSONResponse({"success": True}), methods=["POST"]),
        *[r for r in server.routes if r.path.startswith(("/session", "/monitoring")) and "login" not in r.path],
    ]
)

listening = socket.socket()
listening.bind(("127.0.0.1", 0))
listening.listen()
print(listening.getsockname()[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])
