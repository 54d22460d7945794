export default { test: { setupFiles: ['./given.mjs'] } }
