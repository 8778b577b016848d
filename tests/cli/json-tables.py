"""json-tables.py K: json.1 to json.K are JSON, and say what those of table.1, ... say that there are."""
import json
import os
import sys


def text(value):
    assert isinstance(value, (str, bool, float)) or value is None or abs(value) <= 2**53, value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "NA" if value is None else str(value)


def compare(lines, data):
    if isinstance(data, dict):
        data = [{"quantity": name, "value": value} for name, value in data.items()]
    if not data or isinstance(data[0], dict):
        names = lines.pop(0).split("\t") if lines else []
    else:
        data, names = [{"": value} for value in data], [""]
    assert len(data) == len(lines), (len(data), lines[:3])
    for row, line in zip(data, lines):
        assert list(row) == names, (row, names)
        for cell, value in zip(line.split("\t"), row.values()):
            assert (float(cell) == value if isinstance(value, float) else
                    cell.replace("-", "NA") == text(value).replace("-", "NA")), (line, row)


for k in range(1, int(sys.argv[1]) + 1):
    data = json.load(open("json.%d" % k))
    if os.path.exists("table.%d" % k):
        compare(open("table.%d" % k).read().splitlines(), data)
