// A script of its own, for Trunk's minifier does not know this word.
window.fourShapesImport = (address) => import(address);
