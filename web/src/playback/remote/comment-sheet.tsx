/** Bullet comments over the film that plays: one is written here and flies over the TV; one's own are removed, by the owner of the box all. */
import { filmBulletAdd, filmBulletRemove, filmBullets, type FilmBullet } from '@homeport/contract/playback/film-bullet.ts'
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { bulletMax } from '@homeport/contract/shape/film/bullet.ts'
import { mutationOptions, queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { SendHorizontal, Trash2 } from 'lucide-react'
import { useRef, type FormEvent } from 'react'
import { isFailure } from '../../kit/failure.ts'
import { formatClock } from '../../kit/text/format.ts'
import { newId } from '../../kit/id.ts'
import { useText } from '../../kit/lang.ts'
import { send } from '../../kit/call/box-connection.ts'
import { edit } from '../../kit/keep/optimistic.ts'
import { useTyped } from '../../kit/keep/unsent-forms.ts'
import { session } from '../../kit/session.ts'
import { commonText } from '../../kit/text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import styles from '../playlist.module.css'
import { playbackText } from '../text.ts'

type Props = { device: Device; movieId: string; isOpen: boolean; onClose: () => void }
type Draft = { id: string; text: string }

const comments = (device: Device, movieId: string) =>
  queryOptions({
    queryKey: [session.get().lang, 'playback', 'comments', device.devsn, movieId],
    queryFn: () => send(filmBullets, { movie_id: movieId }),
    retry: false,
    staleTime: 0,
    meta: { isQuiet: true },
  })

const add = (client: QueryClient, device: Device, movieId: string) =>
  mutationOptions({
    mutationFn: ({ id, text }: Draft) => send(filmBulletAdd, { id, movie_id: movieId, text }),
    onSuccess: () => client.invalidateQueries({ queryKey: comments(device, movieId).queryKey }),
    meta: { takes: (failure: unknown) => isFailure(failure) && failure.code === Code.tooMany },
  })

const remove = (client: QueryClient, device: Device, movieId: string) =>
  mutationOptions({
    mutationFn: (id: string) => send(filmBulletRemove, { id }),
    onSuccess: (_, id) =>
      void edit(client, comments(device, movieId).queryKey, ({ data }: { data: FilmBullet[] }) => ({
        data: data.filter((one) => one.id !== id),
      })),
  })

export function CommentSheet({ device, movieId, isOpen, onClose }: Props) {
  const words = useText(playbackText)
  const client = useQueryClient()
  const list = useQuery({ ...comments(device, movieId), enabled: isOpen && device.online === 1 })
  const adding = useMutation(add(client, device, movieId))
  const removing = useMutation(remove(client, device, movieId))
  const field = useRef<HTMLInputElement>(null)
  const { value: text, change, forget } = useTyped(`film comment ${movieId}`, '')
  // The id stays with the text: sent again, it is the same comment.
  const letter = useRef<Draft>({ id: newId(), text: '' })
  const isTooSoon = isFailure(adding.error) && adding.error.code === Code.tooMany
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '' || adding.isPending) return
    if (letter.current.text !== text) letter.current = { id: newId(), text }
    adding.mutate(letter.current, {
      onSuccess() {
        letter.current = { id: newId(), text: '' }
        forget()
      },
    })
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.comments} closeLabel={useText(commonText).close} first={field}>
      <form onSubmit={submit}>
        <Field
          ref={field}
          label={words.comment}
          hint={words.commentHint}
          error={isTooSoon ? words.tooSoon : undefined}
          maxLength={bulletMax}
          autoComplete="off"
          enterKeyHint="send"
          value={text}
          onChange={(event) => change(() => event.target.value)}
          end={
            <IconButton label={words.send} type="submit">
              <SendHorizontal size={20} strokeWidth={1.75} />
            </IconButton>
          }
        />
      </form>
      <ul className={styles.list}>
        {list.data?.data.map(({ id, text, time_ms, author, is_mine }) => (
          <li key={id} className={styles.entry}>
            <span className={layoutStyles.grow}>
              <span className={classes(textStyles.label, styles.block)}>{text}</span>
              <span className={classes(textStyles.caption, textStyles.numeric, styles.block)}>
                {[formatClock(time_ms), author].join(' · ')}
              </span>
            </span>
            {(is_mine || device.role === 'owner') && (
              <IconButton label={words.removeComment(text)} onClick={() => removing.mutate(id)}>
                <Trash2 size={20} strokeWidth={1.75} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
