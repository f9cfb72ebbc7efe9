# WAYBILL_WEBHOOK_SECRET=whsec_… python3 receiver.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

def verify(secret: str, headers: dict, body: bytes) -> dict:
    msg_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = hmac.new(key, f"{msg_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    for one in headers["webhook-signature"].split(" "):
        version, _, signature = one.partition(",")
        if version == "v1" and hmac.compare_digest(base64.b64decode(signature), expected):
            return json.loads(body)
    raise ValueError("bad signature")

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify(os.environ["WAYBILL_WEBHOOK_SECRET"], self.headers, body)
            print(event["type"], event["id"], flush=True)  # store it here, under its id
            self.send_response(204)
        except (AttributeError, TypeError, ValueError):  # a header is missing or invalid
            self.send_response(401)
        self.end_headers()

if __name__ == "__main__":
    ThreadingHTTPServer(("", int(os.environ.get("PORT", 8099))), Receiver).serve_forever()
