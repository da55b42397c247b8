/** The import rules (docs/architecture.md), as dependency-cruiser reads them. */
import type { IForbiddenRuleType } from 'dependency-cruiser'

const tests = ['[.]test[.]tsx?$', '[.]spec[.]ts$', '^(cloud|station|web)/src/testing/']

/** Folders of a program that are not features, highest layer first. Folders of one layer may import each other. */
export const floors = {
  cloud: [['app', 'operator', 'demo'], ['connection', 'media', 'shared'], ['kit']],
  station: [['app'], ['shared'], ['kit']],
  web: [['app', 'tv'], ['pages'], ['shared'], ['ui'], ['kit']],
} as const

/** Subfolders of a feature, highest first: none imports one above it. */
export const rooms = {
  'cloud/src/account': ['wechat', 'session', 'code'],
  'cloud/src/kit': ['mail', 'http', 'db'],
  'cloud/src/tls': ['trust', 'acme'],
  'cloud/src/forum': ['routes', 'access', 'query', 'model', 'search-index', 'post'],
  'cloud/src/connection': ['sockets', 'mirror', 'requests', 'broker', 'presence', 'bus', 'base'],
  'web/src/forum': ['mine', 'thread', 'search', 'editor', 'board', 'moderation', 'outbox', 'base'],
  'web/src/download': ['add', 'task', 'list', 'settings', 'queue', 'row', 'files'],
  'web/src/movie': ['kept', 'history', 'series', 'film', 'library', 'recycle-bin', 'identify', 'search', 'wish'],
  'web/src/playback': ['remote', 'play', 'screens', 'now', 'pad', 'queue', 'habits', 'tracks', 'conversion-test'],
  'web/src/tv': ['here', 'view', 'control', 'film-player'],
  'web/src/shared': ['complaint', 'search', 'region'],
  'web/src/app': ['session', 'route'],
  'web/src/device': ['bind', 'warning', 'household'],
  'web/src/kit': ['call', 'query', 'text', 'keep', 'shell', 'nav', 'time'],
  'web/src/account': ['sign-in', 'security', 'profile', 'field'],
  'station/src/download': [
    'control',
    'watched',
    'torrent-program',
    'qbittorrent',
    'transmission',
    'task',
    'playing',
    'stall',
    'house-program',
    'torrent',
    'link',
    'ed2k',
    'aria2',
    'stream',
    'http',
    'folder',
    'table',
    'engine',
  ],
  'station/src/download/task': ['start', 'change', 'move', 'reconcile', 'view', 'torrent', 'limits'],
  'cloud/src/movie': ['history', 'search', 'library', 'film', 'search-index'],
  'station/src/kit': ['connection', 'xml', 'turns', 'text-encoding'],
  'station/src/movie': [
    'catalog',
    'player',
    'identify',
    'write-beside',
    'recycle-bin',
    'scan',
    'group',
    'probe',
    'beside',
    'picture',
    'nfo',
    'tmdb',
    'film',
    'folder',
    'disc',
    'name',
  ],
  'station/src/screen': ['server', 'mpv', 'kodi', 'dlna', 'polled', 'driven', 'page', 'library'],
  'station/src/playback': [
    'sleep',
    'offline',
    'queue',
    'bullet',
    'provider',
    'tracks',
    'conversion-test',
    'thumbnails',
    'hls',
    'source',
    'session',
    'typing',
    'delivery',
    'subtitle',
  ],
  'station/src/download/ed2k': ['client', 'wire'],
} as const

/** Features whose own files are a roof over their rooms: no room imports one. */
export const roofed: readonly (keyof typeof rooms)[] = [
  'cloud/src/forum',
  'cloud/src/connection',
  'cloud/src/movie',
  'station/src/download',
  'station/src/download/task',
  'station/src/movie',
  'web/src/account',
  'web/src/forum',
]

type Program = keyof typeof floors

export const rules: IForbiddenRuleType[] = [
  {
    name: 'contract-imports-zod-only',
    severity: 'error',
    // Cloud and station read their sockets, hold their data folders and write their logs in the same way.
    from: {
      path: '^contract/src/',
      pathNot: [
        '^contract/src/(kit/(inbound-socket|http/(inbound-(http|requests)|tunnel)|program/[^/]+)|shape/list-keys/pinyin)[.]ts$',
        ...tests,
      ],
    },
    to: { pathNot: '^contract/src/|(^|/)node_modules/zod/' },
  },
  {
    name: 'inbound-sockets-import-node-only',
    severity: 'error',
    from: { path: '^contract/src/kit/(inbound-socket|http/(inbound-(http|requests)|tunnel)|program/[^/.]+)[.]ts$' },
    to: { pathNot: '^contract/src/|^(node:)?(fs|http|https|net|path|stream|util)$' },
  },
  {
    // Cloud and box sort and find by the same pinyin. The app, which shows it to nobody, leaves the dictionary out.
    name: 'pinyin-is-read-by-cloud-and-box',
    severity: 'error',
    from: { path: '^contract/src/shape/list-keys/pinyin[.]ts$' },
    to: { pathNot: '(^|/)node_modules/pinyin-pro/' },
  },
  {
    name: 'contract-features-meet-in-kit-and-shape-only',
    severity: 'error',
    // A feature is a file, or a folder of files.
    from: { path: '^contract/src/(?!(?:kit|shape)/)([^/.]+)(?:/|[.]ts$)', pathNot: ['^contract/src/all[.]ts$', ...tests] },
    to: { path: '^contract/src/(?!(?:kit|shape)/)', pathNot: '^contract/src/$1(?:/|[.]ts$)' },
  },
  {
    name: 'contract-kit-and-shape-know-no-feature',
    severity: 'error',
    from: { path: '^contract/src/(kit|shape)/', pathNot: tests },
    to: { path: '^contract/src/(?!(?:kit|shape)/)' },
  },
  {
    name: 'programs-never-import-each-other',
    severity: 'error',
    from: { path: '^(cloud|station|web|mini)/' },
    to: { path: '^(cloud|station|web|mini|e2e|bench|scripts)/', pathNot: '^$1/' },
  },
  {
    name: 'e2e-and-bench-import-starts-only',
    severity: 'error',
    from: { path: '^(e2e|bench)/' },
    to: { path: '^(cloud|station|web)/', pathNot: '^(cloud|station)/src/app/(start|config|programs)[.]ts$' },
  },
  {
    name: 'test-servers-import-nothing-of-the-programs',
    severity: 'error',
    from: { path: '^testing/' },
    to: { path: '^(contract|cloud|station|web|e2e|bench|scripts)/' },
  },
  {
    name: 'browser-never-imports-the-table',
    severity: 'error',
    from: { path: '^web/src/', pathNot: tests },
    to: { path: '^contract/src/all[.]ts$' },
  },
  ...programs().flatMap(floorRules),
  ...Object.entries(rooms).flatMap(([feature, names]) => roomRules(feature, names)),
  ...roofed.map(roofRule),
  {
    name: 'programs-never-import-test-helpers',
    severity: 'error',
    from: { path: '^(cloud|station|web)/src/', pathNot: tests },
    to: { path: '^(cloud|station|web)/src/testing/|^testing/' },
  },
  {
    name: 'sql-lives-in-stores-and-queries',
    severity: 'error',
    from: {
      path: '^(cloud|station)/src/',
      pathNot: ['[/.](store|query)[.]ts$', '/kit/db/', '/kit/(db|migrate|events|inbox|mirror)[.]ts$', ...tests],
    },
    to: { path: ['(^|/)node_modules/kysely/', '^kysely$', '^node:sqlite$', '^sqlite$'] },
  },
  { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
]

function programs(): Program[] {
  return ['cloud', 'station', 'web']
}

/** No folder imports from a higher layer; folders in no layer are features. On the web the TV page is separate from the app. */
function floorRules(program: Program): IForbiddenRuleType[] {
  const named = floors[program].flat().join('|')
  const features = `^${program}/src/(?!(?:${named}|testing)/)([^/]+)/`
  const top = program === 'web' ? 2 : 1
  const folder = (names: readonly string[]) => `^${program}/src/(${names.join('|')})/`
  const ups = floors[program].flatMap((names, at): IForbiddenRuleType[] => {
    if (at === 0) return []
    const above = floors[program].slice(0, at)
    const to = [folder(above.flat()), ...(at >= top ? [features] : [])]
    return [
      {
        name: `${program}-${names.join('-')}-never-imports-up`,
        severity: 'error',
        from: { path: folder(names), pathNot: tests },
        to: { path: to },
      },
    ]
  })
  return [
    ...ups,
    {
      name: `${program}-features-never-import-up`,
      severity: 'error',
      from: { path: features, pathNot: tests },
      to: { path: folder(floors[program].slice(0, top).flat()) },
    },
    {
      name: `${program}-features-never-meet`,
      severity: 'error',
      from: { path: features, pathNot: tests },
      to: { path: features, pathNot: `^${program}/src/$1/` },
    },
    ...(program === 'web' ? tvRules() : []),
  ]
}

function tvRules(): IForbiddenRuleType[] {
  return [
    {
      name: 'web-tv-imports-ui-and-kit-only',
      severity: 'error',
      from: { path: '^web/src/tv/', pathNot: tests },
      to: { path: '^web/src/', pathNot: '^web/src/(tv|shared|ui|kit)/' },
    },
    {
      name: 'web-nobody-imports-tv',
      severity: 'error',
      from: { path: '^web/src/(?!tv/)', pathNot: tests },
      to: { path: '^web/src/tv/' },
    },
  ]
}

function roomRules(feature: string, names: readonly string[]): IForbiddenRuleType[] {
  return names.slice(1).map((name, at) => ({
    name: `${feature.replace('/src/', '-')}-${name}-never-imports-up`,
    severity: 'error',
    from: { path: `^${feature}/${name}/`, pathNot: tests },
    to: { path: `^${feature}/(${names.slice(0, at + 1).join('|')})/` },
  }))
}

function roofRule(feature: string): IForbiddenRuleType {
  return {
    name: `${feature.replace('/src/', '-')}-rooms-never-import-the-roof`,
    severity: 'error',
    from: { path: `^${feature}/[^/]+/`, pathNot: tests },
    to: { path: `^${feature}/[^/]+$` },
  }
}
