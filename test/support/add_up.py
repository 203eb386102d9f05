"""Adds up each shop's exported files again, and compares the report with them. It uses none of Docket's code.

A folder for each shop has orders.csv, items.csv, payments.csv and report.csv. Prints the number of checked
rows. Each row that is wrong, missing or extra is printed, and the exit status is 1.
"""

import csv
import sys
from collections import defaultdict
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

KOPECK = Decimal("0.01")
CANCELLED = "Cancelled"


def rows_of(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def number(cell):
    return Decimal(cell) if cell != "" else Decimal(0)


class Shop:
    def __init__(self, folder):
        self.orders = rows_of(folder / "orders.csv")
        self.payments = rows_of(folder / "payments.csv")
        dated = {order["Id"]: order for order in self.orders}
        self.items = [(dated[item["Id"]], item) for item in rows_of(folder / "items.csv")]

    def sums(self, first, last):
        """Count, quantity and sum, by report and name."""
        sums = defaultdict(lambda: [0, Decimal(0), Decimal(0)])

        def add(report, name, amount, quantity=0):
            one = sums[report, name]
            one[0] += 1
            one[1] += quantity
            one[2] += amount

        within = lambda row: first <= row["Date"] <= last
        for order in filter(within, self.orders):
            total = number(order["Total"])
            add("Statuses", order["Status"], total)
            if order["Status"] == CANCELLED:
                continue
            for report, name in (
                ("Orders by order date", ""),
                ("Sources", order["Source"]),
                ("Ordered through", order["Platform"]),
                ("Orders by day", order["Date"]),
            ):
                add(report, name, total)
        for order, item in self.items:
            if not within(order) or order["Status"] == CANCELLED:
                continue
            quantity = number(item["Quantity"])
            amount = (quantity * number(item["Price"])).quantize(KOPECK, ROUND_HALF_UP)
            add("Items", item["Item"], amount, quantity)
        for line in filter(within, self.payments):
            for column, total, by_method, by_day in (
                ("Amount", "Received", "Received by method", "Received by day"),
                ("Refund", "Refunded", "Refunded by method", "Refunded by day"),
            ):
                if line[column] == "":
                    continue
                amount = number(line[column])
                add(total, "", amount)
                add(by_method, line["Method"], amount)
                add(by_day, line["Date"], amount)
                add("Net by payment date", "", amount if column == "Amount" else -amount)
        made, _, revenue = sums["Orders by order date", ""]
        average = (revenue / made).quantize(KOPECK, ROUND_HALF_UP) if made else Decimal(0)
        sums["Average order", ""] = [0, Decimal(0), average]
        return sums

    def owed(self, first, last):
        due = Decimal(0)
        for order in self.orders:
            is_owing = order["Payment"] in ("unpaid", "partly paid") and order["Status"] != CANCELLED
            if is_owing and (first or "0") <= order["Date"] <= (last or "9999-12-31"):
                due += max(number(order["Total"]) - number(order["Paid"]), Decimal(0))
        return due


DAILY = ("Orders by day", "Received by day", "Refunded by day")


def shift(day, days):
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def months(first, last):
    """The number of whole months, or None."""
    first, after = date.fromisoformat(first), date.fromisoformat(last) + timedelta(days=1)
    is_whole = first.day == after.day == 1
    return (after.year - first.year) * 12 + after.month - first.month if is_whole else None


def faults(folder):
    shop = Shop(folder)
    report = rows_of(folder / "report.csv")
    head = report[0]
    before_from, before_to = next((row["From, before"], row["To, before"]) for row in report if row["Report"] not in DAILY)
    now, before = shop.sums(head["From"], head["To"]), shop.sums(before_from, before_to)
    # A period of whole months follows as many months, and any other period as many days.
    if months(head["From"], head["To"]) != months(before_from, before_to) or before_to >= head["From"]:
        yield head
    length = date.fromisoformat(head["To"]) - date.fromisoformat(head["From"])
    if months(head["From"], head["To"]) is None and date.fromisoformat(before_to) - date.fromisoformat(before_from) != length:
        yield head
    apart = (date.fromisoformat(head["From"]) - date.fromisoformat(before_from)).days
    seen, owed = set(), Decimal(0)
    for row in report:
        kind, name = row["Report"], row["Name"]
        if kind == "Owed now, by order date":
            owed += number(row["Sum"])
            if number(row["Sum"]) != shop.owed(row["From"], row["To"]):
                yield row
            continue
        if kind in DAILY:
            name = row["From"]
            past = shift(name, -apart)
        else:
            past = name
            if (row["From, before"], row["To, before"]) != (before_from, before_to):
                yield row
        if (kind, name) in seen:
            yield row
        seen.add((kind, name))
        for sums, key, after in ((now, name, ""), (before, past, ", before")):
            count, quantity, total = sums.get((kind, key), (0, Decimal(0), Decimal(0)))
            # The last day includes the remaining days of a longer previous month.
            if kind == "Orders by day" and after != "" and name == head["To"]:
                later = (shift(key, days) for days in range(1, 4))
                total += sum(sums[(kind, day)][2] for day in later if day <= before_to and (kind, day) in sums)
            if kind in DAILY and after != "" and kind != "Orders by day":
                continue
            if number(row["Sum" + after]) != total:
                yield row
            if row["Count" + after] != "" and int(row["Count" + after]) != count:
                yield row
            if row["Quantity" + after] != "" and number(row["Quantity" + after]) != quantity:
                yield row
    if owed != shop.owed("", ""):
        yield {"Report": "all that is owed", "Sum": owed}
    for key in {*now, *(key for key in before if key[0] not in DAILY)} - seen:
        yield {"Report": "missing", "Name": key}


wrong = looked_at = 0
for folder in sorted(Path(sys.argv[1]).iterdir()):
    looked_at += len(rows_of(folder / "report.csv"))
    for row in faults(folder):
        wrong += 1
        print(folder.name, dict(row))
print(looked_at)
sys.exit(1 if wrong else 0)
