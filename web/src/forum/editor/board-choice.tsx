/** The board of a post: a row with its path, the board tree in a sheet. */
import type { Board } from '@homeport/contract/forum.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/field.tsx'
import { CheckIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { allBoards, pathToBoard, within } from '../base/data.ts'
import { forumText } from '../base/text.ts'
import { editorText } from './editor-text.ts'
import styles from './editor.module.css'

/** By level of the board. */
const indents: Record<number, string | undefined> = { 2: styles.level2, 3: styles.level3 }

type Props = { boardId: number; error?: string | undefined; onSelect: (id: number) => void }

export function BoardChoice({ boardId, error, onSelect }: Props) {
  const words = useText(editorText)
  const forum = useText(forumText)
  const id = useId()
  const all = useQuery(allBoards()).data ?? []
  const [isOpen, setOpen] = useState(false)
  const boardPath = pathToBoard(all, boardId)
  const board = boardPath.at(-1)
  const rows = (parentId: number): Board[] => within(all, parentId).flatMap((one) => [one, ...rows(one.id)])
  return (
    <>
      <button
        type="button"
        name="board_id"
        className={styles.boardButton}
        aria-haspopup="dialog"
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => setOpen(true)}
      >
        <span className={classes(layoutStyles.grow, textStyles.oneLine)}>
          <span className={textStyles.visuallyHidden}>{words.board}: </span>
          {board ? (
            <>
              {[forum.title, ...boardPath.slice(0, -1).map(({ name }) => name)].map((name) => `${name} › `)}
              <b>{board.name}</b>
            </>
          ) : (
            words.chooseBoard
          )}
        </span>
        <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.chooseBoard}
        closeLabel={useText(commonText).close}
        isTall
      >
        <ul>
          {rows(0).map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className={classes(listStyles.choice, styles.choice, indents[one.level])}
                disabled={one.is_closed}
                aria-current={one.id === boardId ? 'true' : undefined}
                onClick={() => {
                  onSelect(one.id)
                  setOpen(false)
                }}
              >
                <span className={layoutStyles.grow}>
                  {one.name}
                  {one.is_closed && <span className={classes(textStyles.caption, styles.closedNote)}>{forum.closed}</span>}
                </span>
                {one.id === boardId && <CheckIcon size={22} />}
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}
