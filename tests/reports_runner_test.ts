/** Reports on how tools of this kind run others: arguments, statuses, streams, ends, and what is kept of a run. */
import { testReports } from "./harness/report_rows.ts";

testReports("reports_runner.jsonl");
