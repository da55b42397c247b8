/** The pinyin of Chinese titles and names. The dictionary is loaded at the first one. */

const han = /\p{Script=Han}/u

export function hasHan(text: string): boolean {
  return han.test(text)
}

/** 重庆森林 → chong qing sen lin; letters and digits between the characters stay as they are. [] without Chinese characters. */
export async function syllablesOf(text: string): Promise<string[]> {
  if (!hasHan(text)) return []
  const { pinyin } = await import('pinyin-pro')
  return pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).flatMap((part) =>
    part.split(' ').filter((syllable) => syllable !== ''),
  )
}
