"""A shop's day through a connection that loses answers. Prints what was refused. KEYS=off sends no Idempotency-Key."""

import http.client, json, os, sys, urllib.error, urllib.request

API, KEY, ORDERS = os.environ["API"], os.environ["KEY"], int(os.environ["ORDERS"])
told = {"calls": 0, "lost": 0, "replayed": 0, "refused": []}


def send(path, body, headers):
    told["calls"] += 1
    request = urllib.request.Request(API + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, json.load(error)


def call(path, body, key, etag=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    if os.environ.get("KEYS") != "off":
        headers["Idempotency-Key"] = key
    if etag is not None:
        headers["If-Match"] = etag
    for _ in range(10):
        try:
            status, answered, data = send(path, body, headers)
        except (OSError, http.client.HTTPException, ValueError):
            told["lost"] += 1  # nobody knows whether it was done: the same again
            continue
        if answered["Idempotent-Replayed"] == "true":
            told["replayed"] += 1
        if status != 200:
            told["refused"].append(f"{path} {status} {data['code']}")
        return answered["ETag"]
    sys.exit(f"{path} was never answered")


for at in range(ORDERS):
    name = f"python-{at}"
    products = [{"name": "Розы", "quantity": 3, "price": 150.5}]
    order = {"requestKey": name, "date": "2026-03-08T10:00:00+03:00", "timeStart": "", "products": products}
    etag = call("/orders/create", order, f"{name}-create")
    etag = call("/orders/update", {"orderKey": name, "data": {"timeStart": "12:00"}}, f"{name}-update", etag)
    begun = {"orderKey": name, "statusId": "status-in-progress", "expectedStatusId": "status-new"}
    etag = call("/orders/status", begun, f"{name}-begin", etag)
    paid = {"orderKey": name, "paymentId": f"{name}-paid", "amount": 451.5}
    etag = call("/orders/payment", paid, f"{name}-pay", etag)
    done = {"orderKey": name, "statusId": "status-closed", "expectedStatusId": "status-in-progress"}
    etag = call("/orders/status", done, f"{name}-close", etag)
    if at % 3 == 0:
        call("/orders/delete", {"orderKey": name}, f"{name}-delete", etag)
print(json.dumps(told))
