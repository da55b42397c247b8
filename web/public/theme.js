// Sets theme and language on the page before its first paint. A separate file because the CSP allows no inline script; the keys are those of src/kit/storage.ts.
;(function () {
  var root = document.documentElement
  var system = matchMedia('(prefers-color-scheme: dark)')
  function kept(key) {
    try {
      return JSON.parse(localStorage.getItem('homeport.' + key)).is
    } catch {
      return null
    }
  }
  function apply() {
    var chosen = kept('theme')
    root.dataset.theme = chosen === 'dark' || chosen === 'light' ? chosen : system.matches ? 'dark' : 'light'
    var bar = document.querySelector('meta[name=theme-color]')
    if (bar) bar.content = root.dataset.theme === 'dark' ? '#14120E' : '#F6F3ED'
  }
  apply()
  system.addEventListener('change', apply)
  addEventListener('homeport:theme', apply)
  var lang = kept('lang')
  var manifest = document.querySelector('link[rel=manifest]')
  root.lang = lang === 'zh' || lang === 'en' ? lang : /^zh/i.test(navigator.language) ? 'zh' : 'en'
  if (manifest) manifest.href = './' + root.lang + '.webmanifest'
})()
