/** Replaces MathJax, which is a megabyte to load before a table can be shown, because the pages contain no formulas. */
window.MathJax = { Hub: { Config() {}, Configured() {}, Queue() {}, Register: { StartupHook() {} } }, Ajax: {} };
