/** Reports on what tools of this kind print: listings, searches, views, changes, reports of builds and tests. */
import { testReports } from "./harness/report_rows.ts";

testReports("reports_files.jsonl");
testReports("reports_git.jsonl");
testReports("reports_tools.jsonl");
