/** Counts as they stand beside words: 1,832; from ten thousand on short. */
import { lang } from '../../kit/lang.ts'

const exactBelow = 10_000

export function formatCount(n: number): string {
  return n < exactBelow
    ? exactOf(n)
    : new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(n)
}

/** To the last digit, such as the number of a floor. */
export function exactOf(n: number): string {
  return new Intl.NumberFormat(locale()).format(n)
}

function locale(): string {
  return lang.get() === 'zh' ? 'zh-CN' : 'en'
}
