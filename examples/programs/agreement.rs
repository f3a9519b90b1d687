//! A player of WORDPL and classic Wordle. It guesses the answer that explains the most marks
//! of all clues so far. agreement.py says why. Protocol: docs/guide/protocol.md.
//!
//!     rustc -O -o agreement_rust agreement.rs
use std::io::{BufRead, Write};
use std::{fs, io};

const OPENING: &str = "slate";
const ODDS: u64 = 16; // an answer that explains one mark more is 16 times as probable
const LETTER_PRICE: usize = 2773; // thousandths of a nat: 1000 times the natural logarithm of ODDS
const FARTHEST: usize = 6; // an answer that explains over 6 marks less than the best has no weight
const PERCENT: u64 = 95; // the final answer must have at least 95 % of the total weight

type Word = Vec<char>;

/// The rules of the game, its words, and the marks that each answer explains.
#[derive(Default)]
struct Player {
    priced: bool,
    price: f64,
    opening: Word,
    answers: Vec<Word>,
    explained: Vec<usize>,
}

impl Player {
    /// Reads the first message; the error says why this program cannot play the game.
    fn new(message: &str) -> Result<Player, String> {
        let mode = text(field(message, "mode")).0;
        let boards = number(field(message, "boards"));
        if !["wordpl", "classic"].contains(&mode.as_str()) || boards > 1 {
            return Err("expected WORDPL or classic Wordle with one board".to_string());
        }
        let answers = words(field(message, "answers"))?;
        let guesses = words(field(message, "guesses"))?;
        let wanted: Word = OPENING.chars().collect();
        let allowed = guesses.contains(&wanted);
        let opening = if allowed { wanted } else { answers[0].clone() };
        let price = (opening.len() * LETTER_PRICE) as f64 / 1000.0;
        Ok(Player {
            priced: mode == "wordpl",
            price,
            opening,
            explained: vec![0; answers.len()],
            answers,
        })
    }

    /// Begins a game.
    fn first_move(&mut self) -> String {
        self.explained.fill(0);
        self.show(&self.opening, self.price)
    }

    /// Counts, for each answer, the marks that it explains of the clue `clue`, which `guess` got.
    /// Returns the next move.
    fn next_move(&mut self, guess: &str, clue: &str) -> String {
        let guess: Word = guess.chars().collect();
        let mut best = 0;
        for a in 0..self.answers.len() {
            let marks = self.marks(&guess, &self.answers[a]);
            let same = marks.iter().zip(clue.chars()).filter(|(mark, seen)| *mark == seen);
            self.explained[a] += same.count();
            if self.explained[a] > self.explained[best] {
                best = a;
            }
        }
        let price = if self.certain(best) { 0.0 } else { self.price };
        self.show(&self.answers[best], price)
    }

    /// Returns the marks of a guess for one answer: c correct, i included elsewhere, . absent.
    /// WORDPL marks each letter for itself; classic Wordle counts the letters of the answer.
    fn marks(&self, guess: &Word, answer: &Word) -> Vec<char> {
        let pairs = || guess.iter().zip(answer);
        let mut left: Word = pairs().filter(|(g, a)| self.priced || g != a).map(|(_, a)| *a).collect();
        pairs()
            .map(|(g, a)| match left.iter().position(|letter| letter == g) {
                _ if g == a => 'c',
                None => '.',
                Some(other) => {
                    if !self.priced {
                        left.remove(other);
                    }
                    'i'
                }
            })
            .collect()
    }

    /// Returns whether the best answer is probable enough to be the final answer.
    fn certain(&self, best: usize) -> bool {
        let behind = self.explained.iter().map(|marks| self.explained[best] - marks);
        let near = behind.filter(|marks| *marks <= FARTHEST);
        let total: u64 = near.map(|marks| ODDS.pow((FARTHEST - marks) as u32)).sum();
        100 * ODDS.pow(FARTHEST as u32) >= PERCENT * total
    }

    /// Returns a move as JSON; a guess of classic Wordle has no price.
    fn show(&self, guess: &Word, price: f64) -> String {
        let price = if self.priced { price.to_string() } else { "null".to_string() };
        format!("\"move\":[\"{}\",{}]", guess.iter().collect::<String>(), price)
    }
}

/// Returns the text after the name of a field, or an empty text if there is no such field. A
/// text in a message cannot look like the name of a field, because quotes in a text are escaped.
fn field<'a>(message: &'a str, name: &str) -> &'a str {
    message.split_once(&format!("\"{name}\":")).map_or("", |(_, value)| value)
}

fn number(json: &str) -> u64 {
    let digits: String = json.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

/// Returns the first string of JSON without its quotes and escapes, and the text after it.
fn text(json: &str) -> (String, &str) {
    let start = json.find('"').map_or(json.len(), |quote| quote + 1);
    let (mut copy, mut letters) = (String::new(), json[start..].chars());
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => match letters.next() {
                Some('u') => {
                    let code = letters.by_ref().take(4).collect::<String>();
                    copy.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                escaped => copy.extend(escaped),
            },
            _ => copy.push(letter),
        }
    }
    (copy, letters.as_str())
}

/// Reads the file that a message names; it has one word on each line.
fn words(file: &str) -> Result<Vec<Word>, String> {
    let path = text(field(file, "path")).0;
    let content = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let lines = content.lines().filter(|line| !line.is_empty());
    let without_weights = lines.filter_map(|line| line.split([' ', ',']).next());
    Ok(without_weights.map(|word| word.chars().collect()).collect())
}

/// Replies to each line of JSON with one line, until the referee closes the input.
fn main() -> io::Result<()> {
    let mut player = Player::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let reply = if !field(&line, "protocol").is_empty() {
            match Player::new(&line) {
                Ok(ready) => {
                    player = ready;
                    "\"name\":\"Agreement in Rust\"".to_string()
                }
                Err(reason) => format!("\"failed\":{reason:?}"),
            }
        } else if !field(&line, "seed").is_empty() {
            player.first_move()
        } else {
            let (guess, rest) = text(field(&line, "turn"));
            player.next_move(&guess, &text(rest).0)
        };
        let id = number(field(&line, "id"));
        writeln!(io::stdout(), "{{\"id\":{id},{reply}}}")?; // flushed at the end of a line
    }
    Ok(())
}
