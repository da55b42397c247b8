/** Renders a post's text: paragraphs, quotes, lists, code, external links, and pictures that open in the viewer. */
import type { Picture } from '@homeport/contract/shape/picture.ts'
import { toBlocks, toInline, type Block, type Inline } from '@homeport/contract/shape/post-marks.ts'
import { Fragment, useMemo, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { Button } from '../../ui/button.tsx'
import { previewHref } from './paths.ts'
import styles from './rich-text.module.css'
import { beginningOf, notInText } from './rich.ts'
import { forumText } from './text.ts'

/** Lines rendered at first; a post of ten thousand would block a phone for seconds. */
const maxLines = 400

export function RichText({ text, pictures }: { text: string; pictures: readonly Picture[] }) {
  const words = useText(forumText)
  const [isWhole, setWhole] = useState(false)
  const blocks = useMemo(() => toBlocks(text), [text])
  const shown = isWhole ? blocks : beginningOf(blocks, maxLines)
  const below = notInText(blocks, pictures)
  const ids = pictures.map(({ id }) => id)
  return (
    <div className={styles.text}>
      {shown.map((block, at) => (
        <Part key={at} block={block} pictures={pictures} ids={ids} />
      ))}
      {shown !== blocks && (
        <Button variant="line" isSmall onClick={() => setWhole(true)}>
          {words.showWhole}
        </Button>
      )}
      {below.length > 0 && (
        <div className={styles.pictures}>
          {below.map(({ picture, at }) => (
            <Shot key={picture.id} picture={picture} at={at} ids={ids} />
          ))}
        </div>
      )}
    </div>
  )
}

function Part({ block, pictures, ids }: { block: Block; pictures: readonly Picture[]; ids: readonly string[] }) {
  if (block.is === 'code') {
    const code = (
      // A long line can be scrolled by the arrow keys too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      <pre tabIndex={0} title={block.language || undefined}>
        {block.text}
      </pre>
    )
    return block.isQuoted ? <blockquote>{code}</blockquote> : code
  }
  if (block.is === 'image') {
    const picture = pictures[block.at]
    return picture ? <Shot picture={picture} at={block.at} ids={ids} /> : null
  }
  if (block.is === 'list')
    return (
      <ul>
        {block.lines.map((line, at) => (
          <li key={at} dir="auto">
            <Line parts={line} />
          </li>
        ))}
      </ul>
    )
  const lines = block.lines.map((line, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      <Line parts={line} />
    </Fragment>
  ))
  return block.is === 'quote' ? <blockquote dir="auto">{lines}</blockquote> : <p dir="auto">{lines}</p>
}

/** A reply: one paragraph, line breaks kept by CSS. */
export function ShortText({ text }: { text: string }) {
  return <Line parts={toInline(text)} />
}

function Line({ parts }: { parts: Inline[] }) {
  return parts.map((part, at) => {
    if (part.is === 'bold') return <b key={at}>{part.text}</b>
    if (part.is === 'code') return <code key={at}>{part.text}</code>
    // No element that isolates: these are parts of one text.
    if (part.is !== 'link') return <Fragment key={at}>{part.text}</Fragment>
    return (
      <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part.text}
      </a>
    )
  })
}

/** Its space is reserved while it loads; very tall ones are cropped to twice their width, whole in the viewer. */
function Shot({ picture, at, ids }: { picture: Picture; at: number; ids: readonly string[] }) {
  const words = useText(forumText)
  const { id, width, height } = picture
  return (
    <a
      className={styles.picture}
      href={previewHref(ids, at)}
      style={{ aspectRatio: `${width} / ${Math.min(height, width * 2)}` }}
    >
      <img
        src={pictureUrl(id)}
        width={width}
        height={height}
        alt={words.image(at + 1, ids.length)}
        loading="lazy"
        decoding="async"
      />
    </a>
  )
}
