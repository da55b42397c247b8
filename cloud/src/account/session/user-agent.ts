/** Short name of a browser or app from its User-Agent, such as 'Chrome, Android'; '' if unknown. */
const programs: [RegExp, string][] = [
  [/Homeport/, 'Homeport'],
  [/MicroMessenger/, 'WeChat'],
  [/EdgA?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

export function clientOf(agent: string): string {
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(agent))?.[1]
  return [find(programs), find(systems)].filter((word) => word !== undefined).join(', ')
}
