/** Title, year and a poster of one's own, typed in for a film that the database does not have. */
import type { FilmMatch } from '@homeport/contract/movie/identify.ts'
import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useKept } from '../../kit/keep/draft.ts'
import { useText } from '../../kit/lang.ts'
import { usePicture } from '../../shared/box-picture.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { putPoster, type Choice } from './identify-data.ts'
import { identifyText } from './identify-text.ts'
import styles from './identify.module.css'

type Props = { film: FilmMatch; formId: string; save: (choice: Choice, onSaved: () => void) => void }

export function TypedFilm({ film, formId, save }: Props) {
  const words = useText(identifyText)
  const [given] = useState({ title: film.title || film.name_title, year: String(film.year ?? film.name_year ?? ''), poster: '' })
  const [{ title, year, poster }, setTyped, forget] = useKept(`film ${film.id}`, given, 'keeps')
  const chosen = usePicture(poster)
  const [wrong, setWrong] = useState<'title' | 'year' | 'poster' | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const uploading = useMutation(putPoster())

  function submit() {
    const isYear = year.trim() === '' || /^(?:1[89]\d\d|2[01]\d\d)$/.test(year.trim())
    setWrong(title.trim() === '' ? 'title' : isYear ? null : 'year')
    if (title.trim() === '' || !isYear || uploading.isPending) return
    const named = { title: title.trim(), year: year.trim() === '' ? null : Number(year) }
    save({ id: film.id, ...named, poster }, forget)
  }
  function choose(file: File | undefined) {
    if (!file) return
    setWrong(null)
    uploading.mutate(file, {
      onSuccess: (id) => (id === null ? setWrong('poster') : setTyped((before) => ({ ...before, poster: id }))),
    })
  }
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        label={words.titleField}
        value={title}
        maxLength={200}
        error={wrong === 'title' ? words.titleMissing : undefined}
        onChange={({ target }) => setTyped((before) => ({ ...before, title: target.value }))}
      />
      <Field
        label={words.yearField}
        value={year}
        inputMode="numeric"
        maxLength={4}
        error={wrong === 'year' ? words.yearWrong : undefined}
        onChange={({ target }) => setTyped((before) => ({ ...before, year: target.value }))}
      />
      <div className={styles.ownPoster}>
        {chosen !== '' && <img src={chosen} alt="" />}
        <Button
          variant="line"
          isBusy={uploading.isPending}
          icon={<ImagePlus size={20} strokeWidth={1.75} />}
          onClick={() => input.current?.click()}
        >
          {poster !== '' ? words.otherPoster : words.poster}
        </Button>
      </div>
      {wrong === 'poster' && <FieldError>{words.notPicture}</FieldError>}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label={words.poster}
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ''
        }}
      />
    </form>
  )
}
