/** For tests: a download as a box reports it, not begun but for what the test says. */
import { Task } from '@homeport/contract/download/download.ts'
import { Code } from '@homeport/contract/kit/codes.ts'

export function testTask(task_id: string, more: Partial<Task> = {}): Task {
  return Task.parse({
    task_id,
    old_task_id: '',
    url: `http://example.org/${task_id}`,
    name: task_id,
    status: 1,
    is_done: false,
    is_multifile: false,
    down_size: 0,
    download_size: 100,
    total_size: 100,
    down_text: '0B',
    size_text: '100B',
    total_size_text: '100B',
    speed: '0K/S',
    speed_bytes: 0,
    progress: 0,
    file_count: 1,
    select_count: 1,
    peers: 0,
    code: Code.ok,
    reason: '',
    created_at: 1_700_000_000,
    created_at_text: '2023-11-14 22:13',
    done_at: null,
    film: null,
    wait: null,
    ...more,
  })
}
