// Loads the page again, a few times, when one of its files is missing before the app has started. During an upgrade, the
// page may come from an instance of one version, and its files are requested from another. This file is copied into each
// build under the same name, and old browsers can parse it.
;(function () {
  var KEY = 'partner-accounts.reloads'
  var MAX_RELOADS = 3
  var RELOAD_WINDOW_MS = 60000
  var DELAY_STEP_MS = 500
  var isReloading = false

  /**
   * Returns the times of recent reloads.
   *
   * @returns {number[]}
   */
  function recentReloads() {
    /** @type {number[]} */
    var times = JSON.parse(sessionStorage.getItem(KEY) || '[]')
    return times.filter(function (time) {
      return time > Date.now() - RELOAD_WINDOW_MS
    })
  }

  function reloadLater() {
    try {
      var reloads = recentReloads()
      if (reloads.length >= MAX_RELOADS) return
      reloads.push(Date.now())
      sessionStorage.setItem(KEY, JSON.stringify(reloads))
      isReloading = true
      setTimeout(function () {
        location.reload()
      }, DELAY_STEP_MS * reloads.length)
    } catch (error) {
      // Without storage, the page would not know how often it has reloaded.
      console.warn(error)
    }
  }

  addEventListener(
    'error',
    function (event) {
      var isFile = event.target instanceof HTMLScriptElement || event.target instanceof HTMLLinkElement
      var root = document.getElementById('root')
      var hasStarted = root && root.firstChild
      if (isFile && !hasStarted && !isReloading) reloadLater()
    },
    // Errors of files do not bubble, but can be captured.
    true,
  )
})()
