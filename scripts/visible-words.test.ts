/** Enforces the glossary: no visible sentence, in either language, uses a replaced word, or one that a product writer would not write. */
import { expect, test } from 'vitest'
import { visibleWords, wordsIn, type Visible } from './visible-words.ts'

type Rule = { forbids: RegExp; instead: string; unless?: RegExp }

/** Sentences fixed by the specification keep their own words (docs/glossary.md). */
const fixed = 'contract/src/shape/field/spec-text.ts'
/** About a phone or a computer, not the box; or the tab with this name. */
const otherDevice =
  /\b(this|other|all your|another|type of) devices?\b|^Device$|^[1…] devices?$|\bDevice tab\b|\b(tap|open) Device\b/i

const english: Rule[] = [
  { forbids: /\w'\w/, instead: 'a typographic apostrophe: ’' },
  { forbids: /"/, instead: 'typographic quotes: “ ”', unless: /npm run/ },
  { forbids: /\bstands? (here|below|above|there)\b|\bwill stand\b/i, instead: 'appears here' },
  { forbids: /\b(did|does) not come\b|\bnot reached\b|\bon the line\b/i, instead: 'Couldn’t load …, offline' },
  { forbids: /\blet(s)? (in|it in|this|the screen|people)\b|\bcome aboard\b/i, instead: 'Connect, Welcome back' },
  { forbids: /\bdevices?\b/i, instead: 'box', unless: otherDevice },
  { forbids: /\bscreens?\b/i, instead: 'TV', unless: /every screen in the house|Home Screen|another screen|full screen/i },
  { forbids: /\blabels?\b/i, instead: 'tag' },
  { forbids: /\breminders?\b/i, instead: 'notification' },
  { forbids: /\blog ?in\b/i, instead: 'sign in' },
  { forbids: /\b(un)?b(ind|ound)(s|ing)?\b/i, instead: 'pair, unpair', unless: /^Bind( phone| email)?$|^bind$/ },
  { forbids: /\buser name\b/i, instead: 'username' },
  { forbids: /\be-mail\b/i, instead: 'email' },
  { forbids: /\bthe (box|device) (is|was) (off|not online)\b|\bdoes not answer\b|\bno answer\b/i, instead: 'offline' },
  { forbids: /\bTVs? (is|are|was) (offline|online)\b/i, instead: 'on, off' },
  { forbids: /\bcould not\b/i, instead: 'Couldn’t' },
  { forbids: /\b(go|goes|going) on\b|\bkeeps going\b/i, instead: 'continue', unless: /^Going on/ },
  { forbids: /\b(has|have) run out\b|\bruns out\b/i, instead: 'expired', unless: /runs out of space/ },
  { forbids: /\bfresh\b|\bnobody\b|\bmended\b|\bforgiven\b|\bwhom\b/i, instead: 'new, no one, fixed' },
]

const chinese: Rule[] = [
  { forbids: /主人(?!公)/, instead: '管理员' },
  {
    forbids: /设备/,
    instead: '盒子',
    unless: /^设备$|[“「]设备[”」]|去设备页|其他(所有)?设备|登录设备|该设备|所有设备上|设备类型/,
  },
  { forbids: /屏幕/, instead: '电视', unless: /其他屏幕|主屏幕|全家屏幕|屏幕上会显示|屏幕上的配对码/ },
  { forbids: /账号安全/, instead: '账号与安全' },
  { forbids: /服务条款/, instead: '用户协议' },
  { forbids: /提醒/, instead: '通知', unless: /提前提醒/ },
  { forbids: /应用/, instead: 'App', unless: /地图应用/ },
  { forbids: /小程序/, instead: '后台服务', unless: /微信/ },
  { forbids: /电影/, instead: '影片' },
  { forbids: /登船|港湾/, instead: '欢迎回来' },
  { forbids: /不在线|没有回应|没有应答/, instead: '已离线、无响应' },
  { forbids: /电视(已|不)?(离线|在线)/, instead: '已开机、已关机' },
  { forbids: /您/, instead: '你' },
  { forbids: /[“”]/, instead: '「」' },
  { forbids: /\p{Script=Han}[,;:!?]/u, instead: '，；：！？' },
  { forbids: /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u, instead: 'a space between Chinese and Latin letters' },
]

function breaches(words: Visible[]): string[] {
  return words
    .filter(({ file }) => file !== fixed)
    .flatMap(({ file, line, lang, text }) =>
      (lang === 'en' ? english : chinese)
        .filter(({ forbids, unless }) => forbids.test(text) && !unless?.test(text))
        .map(({ forbids, instead }) => `${file}:${line} “${text}” (${forbids.exec(text)?.[0]} → ${instead})`),
    )
}

const all = visibleWords(new URL('../', import.meta.url).pathname)

test('no visible sentence uses a word that the glossary replaces', () => {
  expect(breaches(all)).toEqual([])
})

test('the sentences of all four programs are read, in both languages', () => {
  for (const lang of ['en', 'zh'] as const) expect(all.filter((one) => one.lang === lang).length).toBeGreaterThan(1_000)
  for (const part of [
    'web/src/tv/text.ts',
    'contract/src/shape/field/rule-messages.ts',
    'cloud/src/forum/post/text.ts',
    'web/src/shared/legal-text-content.ts',
  ])
    expect(
      all.some((one) => one.file === part),
      part,
    ).toBe(true)
})

test.each([
  ['en', 'What you post stands here', 'appears here'],
  ['en', "The box's list", 'apostrophe'],
  ['en', 'Manage device', 'box'],
  ['zh', '盒子的主人', '管理员'],
  ['zh', '请重试!', '！'],
])('a %s sentence such as “%s” is found', (lang, text, instead) => {
  const result = breaches(wordsIn('a/text.ts', `export const t = { ${lang}: { a: ${JSON.stringify(text)} } }`))
  expect(result).toHaveLength(1)
  expect(result[0]).toContain(instead)
})

test('what is inside a template is read too', () => {
  expect(wordsIn('a/text.ts', 'const t = { en: { a: (n: number) => `${n} labels` } }')).toEqual([
    { file: 'a/text.ts', line: 1, lang: 'en', text: '… labels' },
  ])
})

/** One word for each of two things that a person keeps: films have a heart, threads a bookmark. */
const keptWords = [
  { files: /^web\/src\/(movie|tv|playback)\//, forbids: /\bbookmark|收藏/i, instead: 'favourite, 最爱' },
  { files: /^web\/src\/(forum|people)\//, forbids: /\bfavou?rit|最爱/i, instead: 'bookmark, 收藏' },
]

test('films are favourites and threads are bookmarks, never the other way round', () => {
  const wrong = keptWords.flatMap(({ files, forbids, instead }) =>
    all
      .filter(({ file, text }) => files.test(file) && forbids.test(text))
      .map(({ file, line, text }) => `${file}:${line} “${text}” (${instead})`),
  )
  expect(wrong).toEqual([])
})
