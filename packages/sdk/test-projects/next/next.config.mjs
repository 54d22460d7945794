/** The packages are links to folders elsewhere, which Turbopack reads only below its root. */
export default { turbopack: { root: '/' } }
