/** The app's language: the browser's until the user chooses; it decides the realm and all texts. A missing text does not compile. */
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import { observable, useObservable } from './observable.ts'
import { stored } from './storage.ts'

export type Both<M> = Record<Lang, M>

/** The texts of one feature in both languages; en defines the type. */
export function both<M extends object>(words: { en: M; zh: NoInfer<M> }): Both<M> {
  return words
}

/** Texts by the keys of a contract list: a key without a text does not compile, an unknown key returns undefined. */
export function wordsBy<K extends string | number>(words: Record<K, string>): Record<string, string | undefined> {
  return words
}

export function langOf(browserLanguage: string): Lang {
  return /^zh\b/i.test(browserLanguage) ? 'zh' : 'en'
}

export const lang = observable<Lang>(stored.app('lang').get() ?? langOf(navigator.language))

export function setLang(next: Lang): void {
  stored.app('lang').set(next)
  document.documentElement.lang = next
  lang.set(next)
}

export function otherLang(current: Lang): Lang {
  return langs.find((one) => one !== current) ?? current
}

export function useLang(): Lang {
  return useObservable(lang)
}

export function useText<M>(words: Both<M>): M {
  return words[useLang()]
}

/** Texts outside of a React component. */
export function textNow<M>(words: Both<M>): M {
  return words[lang.get()]
}
