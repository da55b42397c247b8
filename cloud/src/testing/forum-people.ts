/** For forum tests: three users who write, and one moderator. */
import { nameModerator } from './moderator.ts'
import type { TestCloud } from './app-socket.ts'

export type TestUser = { token: string; user_id: string }

export async function signUpAll(cloud: TestCloud): Promise<{ anna: TestUser; bert: TestUser; carl: TestUser; mona: TestUser }> {
  const [anna, bert, carl, mona] = [
    await cloud.signUp('anna'),
    await cloud.signUp('bert'),
    await cloud.signUp('carl'),
    await cloud.signUp('mona'),
  ]
  await nameModerator(cloud, 'mona')
  return { anna, bert, carl, mona }
}
