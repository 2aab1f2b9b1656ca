#!/usr/bin/env python3
"""Checks the code blocks of README.md and docs/: networks and scenes are read, commands are run, C++ is compiled.

Usage: check_docs.py PROGRAM COMPILER [--only PAGE] [ROOT]

What is done with a block follows from its language (the word after the fence; an indented block that begins with a command counts as sh):

    way, scene, suite, study   read by `backlot check`; warnings are errors
    sh           run, line by line, in a folder with a copy of scenes/, and with clients/ and backlot/. `./dev` is not run, but has to know the command. To be quick, a list of
                 seeds becomes its first seed, and a run lasts 30 s at most. Lines that begin with `$` are commands, the others of
                 such a block their output.
    cpp          compiled, not linked
    python       read by Python, and not run
    text         drawings, formulas and output: nothing to check

A comment above a block says what the block alone does not. Several may stand above one block:

    <!-- docs: file PATH -->     writes the block into the folder of the page, for the commands after it
    <!-- docs: in FRAME -->      puts a fragment where FRAME, a file of tools/doc_frames, has the line @block
    <!-- docs: part of SCENE --> puts the parts of a scene (set, cast, ...) in the place of those of a shipped scene
    <!-- docs: setup COMMAND --> runs a command before those of the block
    <!-- docs: also in FILES -->  each command of the block stands in these files of the project as well: ready files of CI servers
    <!-- docs: skip REASON -->   leaves the block out, and says why
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

COMMAND = re.compile(r'^(\$ )?(backlot |\./dev |echo |PATH=|cmake |sample_)')
FENCE = re.compile(r'^(\s*)```(\w*)\s*$')
DIRECTIVE = re.compile(r'^<!-- docs: (file|in|part of|setup|also in|skip) (.+?) -->$')
RESULT_CODES = {'run': (0, 1), 'compare': (0, 1)}  # a scene that was not staged is a result, and so is a run that broke


class Block:
    """A code block: its page, line, language, lines, and the directives above it."""

    def __init__(self, page, line, language, lines, directives):
        self.page, self.line, self.language, self.lines = page, line, language, lines
        self.directives = directives

    def get(self, name):
        return [value for key, value in self.directives if key == name]

    def place(self):
        return f'{self.page}:{self.line}'


def blocks_of(page, text):
    """All blocks of a page, in order."""
    lines = text.split('\n')
    directives, found, i = [], [], 0
    is_after_blank = True
    while i < len(lines):
        line = lines[i]
        if match := DIRECTIVE.match(line):
            directives.append((match[1], match[2]))
            is_after_blank = True
            i += 1
            continue
        if match := FENCE.match(line):
            indent, language, first = len(match[1]), match[2], i + 1
            i += 1
            while i < len(lines) and not lines[i].strip() == '```':
                i += 1
            content = [x[indent:] for x in lines[first:i]]
            found.append(Block(page, first + 1, language, content, directives))
            directives, is_after_blank = [], False
            i += 1
            continue
        if line.startswith('    ') and is_after_blank:
            first = i
            while i < len(lines) and (lines[i].startswith('    ') or not lines[i].strip()):
                i += 1
            content = [x[4:] for x in lines[first:i]]
            while content and not content[-1].strip():
                content.pop()
            language = 'sh' if COMMAND.match(content[0]) else 'text'
            found.append(Block(page, first + 1, language, content, directives))
            directives, is_after_blank = [], True
            continue
        if line.strip():
            directives = []
        is_after_blank = not line.strip()
        i += 1
    return found


def parts_of(text):
    """The statements of a scene that stand outside of braces, as (word, text), in order; a block is one of them."""
    found, depth, now = [], 0, []
    for line in text.split('\n'):
        now.append(line)
        code = line.split('#')[0]
        depth += code.count('{') - code.count('}')
        if depth == 0:
            statement = '\n'.join(now)
            words = [x for x in statement.split() if not x.startswith('#')]
            name = words[0] if words else ''
            found.append((' '.join(words[:2]) if name == 'parameter' else name, statement))
            now = []
    return found


class Checker:
    def __init__(self, program, compiler, root):
        self.program, self.compiler, self.root = os.path.abspath(program), compiler, root
        self.failures, self.counts, self.skipped = [], {}, []
        with open(os.path.join(root, 'dev')) as file:
            self.dev_commands = set(re.findall(r'[a-z]+', re.search(r'\ncase .*?\n(.*?)\) ', file.read(), re.S)[1]))

    def fail(self, block, what):
        self.failures.append(f'{block.place()}: error: {what}')

    def run(self, command, folder, **more):
        return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)

    def page(self, page):
        with open(os.path.join(self.root, page)) as file:
            blocks = blocks_of(page, file.read())
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(self.root, 'scenes'), os.path.join(folder, 'scenes'))
            for name in ('clients', 'backlot'):
                os.symlink(os.path.join(self.root, name), os.path.join(folder, name))
            cpp = []
            for block in blocks:
                if block.get('skip'):
                    self.skipped.append(f'{block.place()}: {block.get("skip")[0]}')
                    continue
                self.counts[block.language] = self.counts.get(block.language, 0) + 1
                if block.language in ('way', 'scene', 'suite', 'study'):
                    self.text(block, folder)
                elif block.language == 'sh':
                    self.commands(block, folder)
                elif block.language == 'cpp':
                    cpp.append(block)
                    for name in block.get('file'):
                        self.write(block, folder, name)
                elif block.language == 'python':
                    self.python(block, folder)
                elif block.language != 'text':
                    self.fail(block, f'no check for the language "{block.language}"; name one, or say "docs: skip REASON"')
            if cpp:
                self.compile(cpp, folder)

    # ---- networks and scenes

    def text(self, block, folder):
        text = '\n'.join(block.lines) + '\n'
        for frame in block.get('in'):
            text = self.framed(block, frame, text)
        for scene in block.get('part of'):
            text = self.as_part(os.path.join(self.root, scene), text)
        name = block.get('file')[0] if block.get('file') else f'scenes/block_{block.line}.{block.language}'
        with open(os.path.join(folder, name), 'w') as file:
            file.write(text)
        done = self.run([self.program, 'check', '--strict', name], folder)
        if done.returncode != 0:
            self.fail(block, f'backlot check says:\n{done.stdout}')

    def framed(self, block, frame, text):
        path = os.path.join(self.root, 'tools/doc_frames', frame)
        if not os.path.exists(path):
            self.fail(block, f'there is no frame {frame} in tools/doc_frames')
            return text
        with open(path) as file:
            return file.read().replace('@block\n', text)

    def as_part(self, scene, text):
        with open(scene) as file:
            whole = parts_of(file.read())
        given = [(name, part) for name, part in parts_of(text) if name]
        names = {name for name, _ in given}
        first = {name: next((k for k, (n, _) in enumerate(whole) if n == name), len(whole)) for name in names}
        out = []
        for k in range(len(whole) + 1):
            out += [part for name, part in given if first[name] == k]
            if k < len(whole) and whole[k][0] not in names:
                out.append(whole[k][1])
        return '\n'.join(out) + '\n'

    # ---- other files

    def write(self, block, folder, name):
        with open(os.path.join(folder, name), 'w') as file:
            file.write('\n'.join(block.lines) + '\n')

    def python(self, block, folder):
        name = block.get('file')[0] if block.get('file') else f'block_{block.line}.py'
        self.write(block, folder, name)
        done = self.run([sys.executable, '-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())', name], folder)
        if done.returncode != 0:
            self.fail(block, f'Python says:\n{done.stdout}')

    # ---- commands

    def commands(self, block, folder):
        lines = [x for x in block.lines if x.strip()]
        if lines and lines[0].startswith('$ '):
            lines = [x[2:] for x in lines if x.startswith('$ ')]
        for name in ' '.join(block.get('also in')).split():
            self.also_in(block, lines, name)
        for command in block.get('setup') + lines:
            self.command(block, command, folder)

    def also_in(self, block, lines, name):
        path = os.path.join(self.root, name)
        if not os.path.exists(path):
            self.fail(block, f'there is no file {name}')
            return
        with open(path) as file:
            there = [x.strip().removeprefix('- ') for x in file]
        for line in lines:
            if line not in there:
                self.fail(block, f'{name} does not hold: {line}')

    def command(self, block, command, folder):
        if command.startswith('PATH='):
            return
        if command.startswith('./dev '):
            if command.split()[1] not in self.dev_commands:
                self.fail(block, f'./dev does not know "{command.split()[1]}"')
            return
        if re.match(r'backlot view\b', command):
            self.fail(block, 'this command serves until it is interrupted; leave it out by a comment "skip REASON"')
            return
        command = re.sub(r'--seeds (\d+)\.\.\d+', r'--seeds \1..\1', command)
        command = re.sub(r'--seconds (\d+)', lambda m: f'--seconds {min(30, int(m[1]))}', command)
        path = os.path.dirname(self.program) + ':' + os.environ['PATH']
        done = self.run(['bash', '-c', command], folder, env=os.environ | {'PATH': path, 'NO_COLOR': '1'})
        words = command.split('|')[-1].split()
        allowed = RESULT_CODES.get(words[1] if words[0] == 'backlot' and len(words) > 1 else '', (0,))
        if done.returncode not in allowed:
            self.fail(block, f'exit code {done.returncode}: {command}\n{done.stdout[-2000:]}')

    # ---- C++

    # All blocks of a page are one file: what they include is read once.
    def compile(self, blocks, folder):
        heads, bodies = [], []
        for k, block in enumerate(blocks):
            includes = [x for x in block.lines if x.startswith('#include')]
            body = f'#line {block.line} "{block.page}"\n' + '\n'.join('' if x in includes else x for x in block.lines) + '\n'
            heads += includes
            for frame in block.get('in'):
                framed = self.framed(block, frame, body)
                heads += [x for x in framed.split('\n') if x.startswith('#include')]
                body = '\n'.join(x for x in framed.split('\n') if not x.startswith('#include'))
            bodies.append(f'namespace block_{k} {{\n{body}\n}}\n')
        source = os.path.join(folder, 'blocks.cpp')
        with open(source, 'w') as file:
            file.write('\n'.join(dict.fromkeys(heads)) + '\n' + '\n'.join(bodies))
        done = self.run([self.compiler, '-std=c++20', '-fsyntax-only', '-I', self.root, '-I', os.path.join(self.root, 'clients/cpp'), source], folder)
        if done.returncode != 0:
            self.fail(blocks[0], f'the C++ of this page does not compile:\n{done.stdout}')


def pages_of(root):
    pages = ['README.md']
    for folder, _, files in os.walk(os.path.join(root, 'docs')):
        pages += [os.path.relpath(os.path.join(folder, x), root) for x in files if x.endswith('.md')]
    return sorted(pages)


def main(arguments):
    only = None
    if '--only' in arguments:
        at = arguments.index('--only')
        only = arguments[at + 1]
        del arguments[at:at + 2]
    if len(arguments) not in (2, 3):
        print(__doc__.split('\n\n')[1], file=sys.stderr)
        return 2
    root = os.path.abspath(arguments[2] if len(arguments) == 3 else os.path.join(os.path.dirname(__file__), '..'))
    checker = Checker(arguments[0], arguments[1], root)
    for page in pages_of(root):
        if only is None or page == only:
            checker.page(page)
    for line in checker.failures:
        print(line)
    for line in checker.skipped:
        print(f'left out  {line}')
    print('checked   ' + ', '.join(f'{count} {language}' for language, count in sorted(checker.counts.items())))
    return 1 if checker.failures else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
