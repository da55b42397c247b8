/** The pictures of a draft, four in a row, with upload progress; a tap moves one, inserts it into the text, or removes it. */
import { maxImages } from '@homeport/contract/forum.ts'
import { ArrowLeft, ArrowRight, ImagePlus, Plus, Trash2, X } from 'lucide-react'
import { useEffect, useState, type ChangeEvent, type ReactNode } from 'react'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { commonText } from '../../kit/text/text.ts'
import { pictureUrl } from '../../shared/picture-url.ts'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/field.tsx'
import { WarnIcon } from '../../ui/icon.tsx'
import listStyles from '../../ui/list.module.css'
import pictureGridStyles from '../../ui/picture-grid.module.css'
import { Row } from '../../ui/row.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { pictureBytes, type DraftPicture, type LocalDraft } from '../outbox/local-drafts.ts'
import { useDragOrder } from './drag-order.ts'
import { editorText } from './editor-text.ts'
import { FailedPictures } from './failed-pictures.tsx'
import styles from './picture-list.module.css'
import { uploads, movePicture, shrunk, removePicture } from './pictures.ts'

const pictureKinds = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

type Props = { draft: LocalDraft; error?: string | undefined; add: (files: File[]) => void; insert: (at: number) => void }

export function PictureList({ draft, error, add, insert }: Props) {
  const words = useText(editorText)
  const common = useText(commonText)
  const [chosen, setChosen] = useState('')
  const at = draft.pictures.findIndex(({ key }) => key === chosen)
  const sizes = useObservable(shrunk)
  const smaller = draft.pictures.flatMap(({ key }, position) => {
    const bytes = sizes[key]
    return bytes === undefined ? [] : [{ n: position + 1, size: sizeOf(bytes) }]
  })
  const close = () => setChosen('')
  const keys = draft.pictures.map(({ key }) => key)
  const { list, dragged, isTap, on } = useDragOrder(keys, (key, to) => movePicture(draft.id, key, to))
  const act = (go: () => void) => () => {
    close()
    go()
  }
  return (
    <section className={styles.pictures} aria-label={words.images}>
      <ul ref={list}>
        {draft.pictures.map((one, position) => (
          <li key={one.key} data-key={one.key} className={classes(dragged === one.key && styles.held)} {...on(one.key)}>
            <Tile draftId={draft.id} picture={one} position={position + 1} open={() => isTap() && setChosen(one.key)} />
          </li>
        ))}
        {draft.pictures.length < maxImages && (
          <li>
            <PictureInput className={styles.add} label={words.addImage} add={add}>
              <Plus strokeWidth={1.75} aria-hidden="true" />
            </PictureInput>
          </li>
        )}
      </ul>
      {error && <FieldError>{error}</FieldError>}
      <FailedPictures draft={draft} />
      <p className={classes(textStyles.caption, textStyles.numeric)}>{words.imagesHint(draft.pictures.length, maxImages)}</p>
      <p className={classes(textStyles.caption, textStyles.numeric)} role="status">
        {smaller.length > 0 && words.shrunk(smaller)}
      </p>
      <Sheet isOpen={at >= 0} onClose={close} title={words.imageN(at + 1)} closeLabel={common.close}>
        <div className={listStyles.list}>
          {at > 0 && (
            <Row
              icon={<ArrowLeft strokeWidth={1.75} />}
              label={words.earlier}
              isAct
              onClick={() => movePicture(draft.id, chosen, at - 1)}
            />
          )}
          {at < draft.pictures.length - 1 && (
            <Row
              icon={<ArrowRight strokeWidth={1.75} />}
              label={words.later}
              isAct
              onClick={() => movePicture(draft.id, chosen, at + 1)}
            />
          )}
          <Row icon={<ImagePlus strokeWidth={1.75} />} label={words.insert} isAct onClick={act(() => insert(at))} />
          <Row
            icon={<Trash2 strokeWidth={1.75} />}
            label={words.drop}
            isAct
            onClick={act(() => removePicture(draft.id, chosen))}
          />
        </div>
      </Sheet>
    </section>
  )
}

type InputProps = { className: string | undefined; label: string; add: (files: File[]) => void; children: ReactNode }

export function PictureInput({ className, label, add, children }: InputProps) {
  function take({ target }: ChangeEvent<HTMLInputElement>) {
    add([...(target.files ?? [])])
    // the same file may be chosen again after it was removed
    target.value = ''
  }
  return (
    <label className={className}>
      <input
        type="file"
        className={textStyles.visuallyHidden}
        aria-label={label}
        accept={pictureKinds}
        multiple
        onChange={take}
      />
      {children}
    </label>
  )
}

type TileProps = { draftId: string; picture: DraftPicture; position: number; open: () => void }

function Tile({ draftId, picture, position, open }: TileProps) {
  const words = useText(editorText)
  const upload = useObservable(uploads)[picture.key]
  const src = useShown(picture)
  const percent = Math.round(upload?.percent ?? 0)
  return (
    <>
      <button type="button" className={styles.tile} aria-label={words.imageN(position)} onClick={open}>
        {src !== '' && <img src={src} alt="" draggable={false} />}
      </button>
      {upload && upload.failed === null && (
        <span className={classes(styles.cover, textStyles.numeric)}>
          {upload.isShrinking ? words.shrinking : `${percent}%`}
          <progress {...(!upload.isShrinking && { value: percent })} max={100} aria-label={words.imageN(position)} />
        </span>
      )}
      {upload?.failed && (
        <span className={styles.cover}>
          <WarnIcon size={22} />
        </span>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={words.removeN(position)}
        onClick={() => removePicture(draftId, picture.key)}
      >
        <span className={pictureGridStyles.cross}>
          <X size={18} strokeWidth={2} />
        </span>
      </button>
    </>
  )
}

/** The local file until it is uploaded. */
function useShown({ key, id }: DraftPicture): string {
  const [localDraft, setHere] = useState('')
  useEffect(() => {
    if (id !== '') return
    let url = ''
    let isWanted = true
    void pictureBytes(key).then((bytes) => {
      if (!bytes || !isWanted) return
      url = URL.createObjectURL(bytes)
      setHere(url)
    })
    return () => {
      isWanted = false
      if (url !== '') URL.revokeObjectURL(url)
    }
  }, [key, id])
  return id === '' ? localDraft : pictureUrl(id)
}
