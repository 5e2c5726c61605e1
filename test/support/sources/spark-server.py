"""Runs statements on Spark in this process. Lines of JSON: {"id", "sql", "schema"?} and {"cancel": id} in, {"id", "names", "rows"} or {"id", "error"} out."""

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from pyspark.sql import SparkSession

folder, zone = sys.argv[1:]
spark = (
    # A task that is cancelled may hold its place for a while.
    SparkSession.builder.master("local[4]")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "1")
    .config("spark.default.parallelism", "1")
    # Statements are many and small: compiling them takes longer than running them.
    .config("spark.sql.codegen.wholeStage", "false")
    .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    .config("spark.sql.adaptive.enabled", "false")
    .config("spark.sql.warehouse.dir", folder)
    .config("spark.sql.session.timeZone", zone)
    .config("spark.sql.sources.default", "parquet")
    .config("spark.log.level", "OFF")
    .getOrCreate()
)
said = threading.Lock()


def say(message):
    with said:
        print(json.dumps(message), flush=True)


def run(asked):
    number = asked["id"]
    try:
        spark.sparkContext.setJobGroup(str(number), "test", interruptOnCancel=True)
        if asked.get("schema"):
            spark.catalog.setCurrentDatabase(asked["schema"])
        frame = spark.sql(asked["sql"])
        # Only texts are told exactly.
        plain = [field.dataType.simpleString() in ("string",) for field in frame.schema.fields]
        names = frame.columns
        shown = frame.toDF(*[f"c{i}" for i in range(len(names))])
        texts = shown.selectExpr(*[f"c{i}" if plain[i] else f"cast(c{i} as string) as c{i}" for i in range(len(names))]) if names else shown
        say({"id": number, "names": names, "rows": [list(row) for row in texts.collect()]})
    except Exception as error:
        say({"id": number, "error": str(error).split("\n\nJVM stacktrace")[0]})


pool = ThreadPoolExecutor(4)
say({"ready": True})
for line in sys.stdin:
    asked = json.loads(line)
    if "cancel" in asked:
        spark.sparkContext.cancelJobGroup(str(asked["cancel"]))
    else:
        pool.submit(run, asked)
spark.stop()
