// Loads the page again, a few times, when one of its files is missing before the app has started. During an upgrade, the
// page may come from an instance of one version, and its files are requested from another. This file is copied into each
// build under the same name, and old browsers can parse it.
;(function () {
  var KEY = 'partner-accounts.starts'
  var MAX_STARTS = 3
  var FORGOTTEN_AFTER_MS = 60000
  var isStarting = false

  /**
   * Returns the times of recent attempts.
   *
   * @returns {number[]}
   */
  function recentStarts() {
    /** @type {number[]} */
    var times = JSON.parse(sessionStorage.getItem(KEY) || '[]')
    return times.filter(function (time) {
      return time > Date.now() - FORGOTTEN_AFTER_MS
    })
  }

  function startAgain() {
    try {
      var starts = recentStarts()
      if (starts.length >= MAX_STARTS) return
      starts.push(Date.now())
      sessionStorage.setItem(KEY, JSON.stringify(starts))
      isStarting = true
      setTimeout(function () {
        location.reload()
      }, 500 * starts.length)
    } catch (error) {
      // Without storage, the page might load forever.
      console.warn(error)
    }
  }

  addEventListener(
    'error',
    function (event) {
      var isFile = event.target instanceof HTMLScriptElement || event.target instanceof HTMLLinkElement
      var root = document.getElementById('root')
      if (isFile && !isStarting && !(root && root.firstChild)) startAgain()
    },
    true,
  )
})()
