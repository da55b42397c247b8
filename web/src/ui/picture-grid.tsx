/** Pictures to send, four in a row, each with a remove button; the last tile adds more up to the limit. */
import { ImageOff, Plus, X } from 'lucide-react'
import { useCallback, useId, useState, type ChangeEvent } from 'react'
import { classes } from './classes.ts'
import fieldStyles from './field.module.css'
import { FieldError } from './field.tsx'
import styles from './picture-grid.module.css'
import textStyles from './text.module.css'

export type ChosenPicture = { key: string; blob: Blob }

type Props = {
  label: string
  pictures: readonly ChosenPicture[]
  most: number
  accept: string
  /** Below the tiles: number and size. */
  hint: string
  error?: string | undefined
  addLabel: string
  /** 'Screenshot 2', also the label of its remove button. */
  nameOf: (position: number) => string
  removeLabel: (position: number) => string
  add: (files: File[]) => void
  remove: (key: string) => void
}

export function PictureGrid({ label, pictures, most, accept, hint, error, addLabel, add, remove, ...names }: Props) {
  const id = useId()
  function chosen({ target }: ChangeEvent<HTMLInputElement>) {
    add([...(target.files ?? [])])
    // the same file may be chosen again after it was removed
    target.value = ''
  }
  return (
    <div className={fieldStyles.group} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p className={fieldStyles.label} id={`${id}-label`}>
        {label}
      </p>
      <ul className={styles.pictures}>
        {pictures.map(({ key, blob }, index) => (
          <li key={key}>
            <Picture blob={blob} name={names.nameOf(index + 1)} />
            <button type="button" aria-label={names.removeLabel(index + 1)} onClick={() => remove(key)}>
              <span className={styles.cross}>
                <X size={18} strokeWidth={2} />
              </span>
            </button>
          </li>
        ))}
        {pictures.length < most && (
          <li>
            <label className={styles.add}>
              <input type="file" className={textStyles.visuallyHidden} accept={accept} multiple onChange={chosen} />
              <Plus strokeWidth={1.75} aria-hidden="true" />
              <span className={textStyles.visuallyHidden}>{addLabel}</span>
            </label>
          </li>
        )}
      </ul>
      {error && <FieldError>{error}</FieldError>}
      <p className={classes(fieldStyles.hint, textStyles.numeric)} id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}

/** Some picture formats cannot be shown by the browser; they are sent all the same. */
function Picture({ blob, name }: { blob: Blob; name: string }) {
  const [isShown, setShown] = useState(true)
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  if (isShown) return <img ref={show} alt={name} onError={() => setShown(false)} />
  return (
    <span className={styles.missing} role="img" aria-label={name}>
      <ImageOff strokeWidth={1.75} />
    </span>
  )
}
