"""Speaks ClickHouse's protocol over HTTP for the engine of ClickHouse that the package chdb-core holds.

One user with one password. Takes the settings of a request from its address, and shows its id as a statement's comment, since the
engine gives ids of its own. Prints its port, and ends with its standard input.
"""

import base64
import os
import re
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import chdb

USER, PASSWORD = sys.argv[1], sys.argv[2]
OURS = {"query", "query_id", "database", "default_format", "enable_http_compression", "wait_end_of_query", "role"}
KEPT = chdb.connect(":memory:")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        given = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(self.path).query, keep_blank_values=True))
        body = self.body().decode()
        token = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if self.headers.get("Authorization") != f"Basic {token}":
            return self.answer(403, f"Code: 516. DB::Exception: {USER}: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)".encode())
        try:
            self.answer(200, run(given.get("query") or body, given))
        except Exception as error:  # what the engine says
            self.answer(500, str(error).encode())

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        chunks = []
        while size := int(self.rfile.readline(), 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        code = re.match(rb"Code: (\d+)", body) if status != 200 else None
        if code:
            self.send_header("X-ClickHouse-Exception-Code", code[1].decode())
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def run(sql, given):
    connection = chdb.connect(":memory:")
    settings = {name: value for name, value in given.items() if name not in OURS}
    settings["log_comment"] = given.get("query_id", "")
    readonly = settings.pop("readonly", None)
    if readonly is not None:
        settings["readonly"] = readonly
    if "database" in given:
        connection.query(f"USE `{given['database']}`")
    connection.query("SET " + ", ".join(f"{name} = '{value}'" for name, value in settings.items()))
    sql = re.sub(r"^KILL QUERY WHERE query_id = ", "KILL QUERY WHERE Settings['log_comment'] = ", sql)
    result = connection.query(sql, "TabSeparated")
    return result.bytes() if result is not None else b""


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
os._exit(0)
