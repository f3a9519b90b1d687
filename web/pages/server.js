// Questions to the server on the player's machine, which runs Python.

/** Returns the answer to a question of commands/web/adviser.py, or { error }. */
export async function askServer(question, asked) {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(asked);
  try {
    return await (await fetch(`/api/${question}`, { method: "POST", headers, body })).json();
  } catch {
    return { error: "The server does not answer: is it still running?" };
  }
}
