/** Reads the counts out of vitest's JSON report (Jest's format), so that no failure is lost on the way to the sum. */

/**
 * A file that failed to load has no tests in the report: it counts as one failure, and so does a run that failed
 * with none (an unhandled error, no report). A test left out is a failure where nothing may be left out.
 */
export function countTests(report, exitCode, mayLeaveNothingOut) {
  const files = report?.testResults ?? [];
  const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const count = (wanted) => statuses.filter((status) => status === wanted).length;
  const broken = files.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  }).length;
  const passed = count('passed');
  const leftOut = statuses.length - passed - count('failed');
  const failed = count('failed') + broken + (mayLeaveNothingOut ? leftOut : 0);
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, leftOut };
}

/** The files of a report in which something failed. */
export function failedFiles(report) {
  const files = (report?.testResults ?? []).filter(({ status }) => status === 'failed');
  return files.map(({ name }) => name);
}

/** A report in which files that ran a second time have the results of that time. A file that did not come keeps its first. */
export function withSecondTry(report, second) {
  const again = new Map((second?.testResults ?? []).map((file) => [file.name, file]));
  return { ...report, testResults: report.testResults.map((file) => again.get(file.name) ?? file) };
}

/** Each failed test of a report, and each file that could not be loaded, with the beginning of what went wrong. */
export function listFailures(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${shorten(message)}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) => `${name}, ${fullName}: ${shorten(failureMessages?.[0])}`,
    );
  });
}

/** The files whose tests took longest, slowest first; loading their modules is not part of it. */
export function listSlowest(report, count) {
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

function shorten(message = '') {
  return message.split('\n').slice(0, 12).join('\n').slice(0, 1500);
}
