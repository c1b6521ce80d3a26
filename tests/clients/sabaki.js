// The GTP client of Sabaki (npm install @sabaki/gtp) drives a whole game between the two built-in engines.
// node sabaki.js SUPERKO SIDE
const assert = require('assert')
const {Controller} = require('@sabaki/gtp')

const [program, side] = process.argv.slice(2)

async function main() {
  const player = new Controller(program, ['gtp', 'optimized'])
  const referee = new Controller(program, ['gtp', 'reference', '--strict'])
  const ask = async (engine, name, ...args) => {
    const response = await engine.sendCommand({name, args})
    assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
    return response.content
  }
  player.start()
  referee.start()
  const listed = (await ask(player, 'list_commands')).split('\n')
  for (const name of ['boardsize', 'genmove', 'undo', 'loadsgf', 'final_status_list']) {
    assert(listed.includes(name), name)
  }
  for (const engine of [player, referee]) {
    await ask(engine, 'boardsize', side)
    await ask(engine, 'clear_board')
    await ask(engine, 'komi', '7.5')
  }
  let moves = 0
  for (let passes = 0; passes < 2; moves++) {
    const color = moves % 2 === 0 ? 'B' : 'W'
    const vertex = await ask(player, 'genmove', color)
    await ask(referee, 'play', color, vertex)
    passes = vertex.toLowerCase() === 'pass' ? passes + 1 : 0
    assert(moves < 2000, 'the game does not end')
  }
  const score = await ask(player, 'final_score')
  assert.strictEqual(await ask(referee, 'final_score'), score)
  assert.strictEqual(await ask(referee, 'gogui-rules_final_result'), score)
  assert.strictEqual(await ask(player, 'gogui-rules_board'), await ask(referee, 'gogui-rules_board'))
  const next = moves % 2 === 0 ? 'B' : 'W'
  const refused = await referee.sendCommand({name: 'play', args: [next, 'A1']})
  assert(refused.error && refused.content.startsWith('illegal move: '), refused.content)
  await player.stop()
  await referee.stop()
  console.log(`${moves} moves on ${side}x${side}: ${score}`)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
