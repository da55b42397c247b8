/** Pictures whose upload failed, each with the reason and actions: retry if useful, or send the post without it. */
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import type { LocalDraft } from '../outbox/local-drafts.ts'
import { editorText } from './editor-text.ts'
import styles from './picture-list.module.css'
import { retryUpload, uploads, removePicture } from './pictures.ts'

export function FailedPictures({ draft }: { draft: LocalDraft }) {
  const words = useText(editorText)
  const ways = useObservable(uploads)
  return draft.pictures.map(({ key }, position) => {
    const failed = ways[key]?.failed
    const n = position + 1
    return (
      failed && (
        <div className={styles.failed} key={key}>
          <FieldError>{words.refused(words.imageN(n), failed.why)}</FieldError>
          <span>
            {failed.canRetry && (
              <Button variant="text" aria-label={words.retryN(n)} onClick={() => void retryUpload(draft.id, key)}>
                {words.retry}
              </Button>
            )}
            <Button variant="text" isDanger aria-label={words.removeN(n)} onClick={() => removePicture(draft.id, key)}>
              {words.drop}
            </Button>
          </span>
        </div>
      )
    )
  })
}
