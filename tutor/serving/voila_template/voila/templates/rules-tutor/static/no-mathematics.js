/** Stands where MathJax would: the pages set no formulas, and it is a megabyte to load before a table can be set. */
window.MathJax = { Hub: { Config() {}, Configured() {}, Queue() {}, Register: { StartupHook() {} } }, Ajax: {} };
