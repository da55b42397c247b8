/** The language: the browser's own until a person chooses; with it go the realm and all words. A missing word does not compile. */
import { langs, type Lang } from '@homeport/contract/kit/promise.ts'
import { observable, useObservable } from './observable.ts'
import { stored } from './storage.ts'

export type Both<M> = Record<Lang, M>

/** The words of one feature, both languages side by side; en gives the shape. */
export function both<M extends object>(words: { en: M; zh: NoInfer<M> }): Both<M> {
  return words
}

/** Words for the keys of a list of the contract: a key without a word does not compile, a key that is not known finds none. */
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

/** For words that are said outside a screen. */
export function textNow<M>(words: Both<M>): M {
  return words[lang.get()]
}
