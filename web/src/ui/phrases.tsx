/** Chinese words stay whole at the end of a line, where the browser knows them: by itself it breaks after any character. Its place has `word-break: keep-all`. */
import { Fragment } from 'react'

const words = 'Segmenter' in Intl ? new Intl.Segmenter('zh', { granularity: 'word' }) : null
const opening = /[「『《（“‘(]$/

export function Phrases({ text }: { text: string }) {
  if (!words || !/\p{Script=Han}/u.test(text)) return text
  return [...words.segment(text)].map(({ segment, index, isWordLike }) => (
    <Fragment key={index}>
      {isWordLike && index > 0 && !opening.test(text.slice(0, index)) && <wbr />}
      {segment}
    </Fragment>
  ))
}
