/** Those of the specification's sentences that the frame of the app says. Alone, since its first script has no others. */
import type { Lang } from '../../kit/operation.ts'

/** [what is shown first, the specification's] */
export type Text = readonly [sentence: string, literal: string] | readonly [literal: string]

export const frameTexts = {
  loadFailed: { en: ['Couldn’t load. Check your connection.', 'Loading failed'], zh: ['加载失败，请检查网络'] },
  unknown: { en: ['Something went wrong. Try again.', 'Unknown Error'], zh: ['出错了，请重试', '未知错误'] },
  loginNeeded: { en: ['Sign in to continue', 'This function requires login'], zh: ['登录后继续', '此功能需要登录'] },
  goLogin: { en: ['Sign in', 'Go login'], zh: ['登录', '去登录'] },
  cancel: { en: ['Cancel'], zh: ['取消'] },
  pleaseLogin: { en: ['Sign in first', 'Please login'], zh: ['请先登录'] },
  noDevice: { en: ['Pair a box first', 'Device does not exist or is unbound'], zh: ['请先绑定盒子', '设备不存在或已解绑'] },
  bindInfoGone: {
    en: ['Sign in again to see your boxes', 'Please log in again to obtain binding information'],
    zh: ['重新登录后即可看到盒子', '请重新登录以获取绑定信息'],
  },
  unbound: {
    en: ['This box is no longer paired. Pair it again.', 'Device is unbound, please rebind'],
    zh: ['盒子已解绑，可重新绑定', '设备已解绑，请重新绑定'],
  },
} as const satisfies Record<string, Record<Lang, Text>>

/** Each sentence, and where it has one, the specification's on the next line. */
export function inLang<Name extends string>(texts: Record<Name, Record<Lang, Text>>, lang: Lang): Record<Name, string> {
  const entries = Object.entries<Record<Lang, Text>>(texts).map(([name, text]) => [name, text[lang].join('\n')])
  return Object.fromEntries(entries) as Record<Name, string>
}

export const frameText: Record<Lang, Record<keyof typeof frameTexts, string>> = {
  en: inLang(frameTexts, 'en'),
  zh: inLang(frameTexts, 'zh'),
}
