"""Judges documents on Parquet files by another program: `verdicts.py datacontract|soda`, what is asked as JSON on the standard input.

A line of JSON as the last one of the output: {"seconds", "verdicts": [{"document", "metric", "field", "result"}]}; result is passed, failed or another word.
"""

import json
import logging
import sys
import time

logging.disable(logging.CRITICAL)

DATACONTRACT = {
    "row_count": "rowCount",
    "field_null_values": "nullValues",
    "field_duplicate_values": "duplicateValues",
    "field_invalid_values": "invalidValues",
    "field_missing_values": "missingValues",
    "model_quality_sql": "sql",
    "field_quality_sql": "sql",
}


def by_datacontract(asked):
    from datacontract.data_contract import DataContract

    for number, document in enumerate(asked):
        run = DataContract(data_contract_file=document["contract"]).test()
        for check in run.checks:
            if check.type in DATACONTRACT and check.result is not None:
                yield number, DATACONTRACT[check.type], check.field, check.result.value


def by_soda(asked):
    import duckdb
    from soda.scan import Scan

    for number, document in enumerate(asked):
        connection = duckdb.connect(":memory:")
        connection.execute(f"CREATE VIEW orders AS SELECT * FROM read_parquet('{document['file']}')")
        scan = Scan()
        scan.add_duckdb_connection(connection)
        scan.set_data_source_name("duckdb")
        scan.add_sodacl_yaml_str(document["checks"])
        scan.execute()
        for check in scan.get_scan_results()["checks"]:
            metric, _, field = check["name"].partition(" ")
            yield number, metric, field or None, {"pass": "passed", "fail": "failed"}.get(check["outcome"], str(check["outcome"]))


kinds = {"datacontract": by_datacontract, "soda": by_soda}
documents = json.load(sys.stdin)
# What is loaded once is no part of the time.
__import__({"datacontract": "datacontract.data_contract", "soda": "soda.scan"}[sys.argv[1]])
since = time.monotonic()
verdicts = [
    {"document": number, "metric": metric, "field": field, "result": result}
    for number, metric, field, result in kinds[sys.argv[1]](documents)
]
print()
print(json.dumps({"seconds": time.monotonic() - since, "verdicts": verdicts}))
