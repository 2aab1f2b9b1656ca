"""Drivers for Backlot in Python.

    import backlot_driver

    class Mine(backlot_driver.Driver):
        def reset(self, mission):        # before each run
            self.mission = mission
        def step(self, view):            # for each cycle; the simulated time stands still meanwhile
            return backlot_driver.Steering(steering_rad=0.0, acceleration_mps2=0.5)

    backlot_driver.serve(Mine())

    backlot run SCENE --driver 'python3 mine.py'

The module needs Debian's python3-protobuf and the file driver.proto, which explains every field of `mission` and `view`. It looks for the file
beside itself, where it is installed, and else in the source tree.
"""
import enum
import os
import re
import socket
import struct
import sys
import time
import traceback

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

VERSION = 1  # of the protocol

# ---- the messages, from the text of driver.proto

_SCALARS = {'double': 1, 'uint64': 4, 'bool': 8, 'string': 9, 'uint32': 13, 'sint32': 17}  # numbers of descriptor.proto


def _proto_text():
    here = os.path.dirname(os.path.realpath(__file__))
    for path in (os.path.join(here, 'driver.proto'), os.path.join(here, '..', '..', 'backlot', 'sut_link', 'driver.proto')):
        if os.path.exists(path):
            with open(path) as file:
                return file.read()
    raise ImportError(f'driver.proto is not beside {__file__}')


def _describe(text):
    """The description of a .proto file with messages, enums, oneofs and fields of the types above."""
    file = descriptor_pb2.FileDescriptorProto(name='driver.proto', syntax='proto3')
    words = re.findall(r'"[^"]*"|[\w.]+|[{}=;]', re.sub(r'//[^\n]*', '', text))
    at = 0
    scopes = [file]  # the file, or the message or enum around

    def add_field(message, kind, name, number, is_repeated, oneof):
        field = message.field.add(name=name, number=int(number), label=3 if is_repeated else 1)
        if kind in _SCALARS:
            field.type = _SCALARS[kind]
        else:
            field.type_name = kind
        if oneof is not None:
            field.oneof_index = oneof

    oneof = None
    while at < len(words):
        word, scope = words[at], scopes[-1]
        if word in ('syntax', 'package'):
            if word == 'package':
                file.package = words[at + 1]
            at = words.index(';', at) + 1
        elif word == 'message':
            scopes.append((scope.message_type if scope is file else scope.nested_type).add(name=words[at + 1]))
            at += 3
        elif word == 'enum':
            scopes.append(scope.enum_type.add(name=words[at + 1]))
            at += 3
        elif word == 'oneof':
            oneof = len(scope.oneof_decl)
            scope.oneof_decl.add(name=words[at + 1])
            at += 3
        elif word == '}':
            if oneof is not None:
                oneof = None
            else:
                scopes.pop()
            at += 1
        elif isinstance(scope, descriptor_pb2.EnumDescriptorProto):
            scope.value.add(name=word, number=int(words[at + 2]))
            at += 4
        else:
            is_repeated = word == 'repeated'
            at += is_repeated
            add_field(scope, words[at], words[at + 1], words[at + 3], is_repeated, oneof)
            at += 5
    return file


_file = _describe(_proto_text())
_pool = descriptor_pool.DescriptorPool()
_pool.Add(_file)


def _message(name):
    description = _pool.FindMessageTypeByName(f'{_file.package}.{name}')
    if hasattr(message_factory, 'GetMessageClass'):
        return message_factory.GetMessageClass(description)
    return message_factory.MessageFactory(_pool).GetPrototype(description)


def _enum(name):
    description = _pool.FindEnumTypeByName(f'{_file.package}.{name}')
    return enum.IntEnum(name, {value.name: value.number for value in description.values})


ToDriver, ToHarness, Mission = _message('ToDriver'), _message('ToHarness'), _message('Mission')
Kind, LineRule, Light = _enum('Kind'), _enum('LineRule'), _enum('Light')

# ---- what a driver sees and answers


class View:
    """What the driver sees in one cycle: cycle, time_s, own, objects, and road, which is None where it is tested without a map."""
    __slots__ = ('cycle', 'time_s', 'own', 'objects', 'road')

    def __init__(self, message):
        self.cycle, self.time_s, self.own, self.objects = message.cycle, message.time_s, message.own, message.objects
        self.road = message.road if message.HasField('road') else None


class Steering:
    """Steering angle of the front wheels to the left, and acceleration, until the next cycle. `signals` is {name: value}."""

    def __init__(self, steering_rad=0.0, acceleration_mps2=0.0, indicates_left=False, indicates_right=False, signals=None):
        self.steering_rad, self.acceleration_mps2 = steering_rad, acceleration_mps2
        self.indicates_left, self.indicates_right, self.signals = indicates_left, indicates_right, signals

    def fill_motion(self, command):
        command.steering.steering_rad = self.steering_rad
        command.steering.acceleration_mps2 = self.acceleration_mps2


class Path:
    """A path to follow: 2 to 1,000 points (x, y), and the speed at each. A controller of the harness steers along it."""

    def __init__(self, points, speeds, indicates_left=False, indicates_right=False, signals=None):
        if len(points) != len(speeds):
            raise ValueError(f'a path has a speed for each point, not {len(speeds)} for {len(points)}')
        self.points, self.speeds = points, speeds
        self.indicates_left, self.indicates_right, self.signals = indicates_left, indicates_right, signals

    def fill_motion(self, command):
        command.path.SetInParent()
        for point, speed in zip(self.points, self.speeds):
            command.path.points.add(x=point[0], y=point[1], speed_mps=speed)


class Driver:
    """The driving software: a class of its own derives from this one."""

    def reset(self, mission):
        """Before each run. The driver must not remember the run before."""

    def step(self, view):
        """One cycle: returns a Steering or a Path."""
        raise NotImplementedError


# ---- the connection


class _Connection:
    def __init__(self, read, write):
        self.read, self.write, self.inbox = read, write, b''

    def receive(self, message):
        """False where the harness has closed its end."""
        while len(self.inbox) < 4 or len(self.inbox) < 4 + struct.unpack_from('<I', self.inbox)[0]:
            more = self.read(1 << 18)
            if not more:
                return False
            self.inbox += more
        end = 4 + struct.unpack_from('<I', self.inbox)[0]
        message.ParseFromString(self.inbox[4:end])
        self.inbox = self.inbox[end:]
        return True

    def send(self, message):
        body = message.SerializeToString()
        rest = struct.pack('<I', len(body)) + body
        while rest:
            rest = rest[self.write(rest):]


def _answer(driver, received, answer):
    answer.Clear()
    what = received.WhichOneof('what')
    if what == 'hello':
        answer.hello.version = VERSION
        answer.hello.name = f'backlot_driver.py, {type(driver).__name__}'
    elif what == 'reset':
        mission = Mission()  # the driver may keep it
        mission.CopyFrom(received.reset.mission)
        driver.reset(mission)
        answer.ready.run = received.reset.run
    elif what == 'view':
        view = View(received.view)
        motion = driver.step(view)
        if not isinstance(motion, (Steering, Path)):
            raise TypeError(f'step() returned {motion!r}, which is no Steering and no Path')
        command = answer.command
        command.cycle = view.cycle
        motion.fill_motion(command)
        command.indicates_left, command.indicates_right = motion.indicates_left, motion.indicates_right
        if motion.signals:
            for name, value in motion.signals.items():
                command.signals.add(name=name, value=value)


def _serve_one(driver, connection):
    received, answer = ToDriver(), ToHarness()
    try:
        while connection.receive(received):
            try:
                _answer(driver, received, answer)
            except Exception as exception:
                traceback.print_exc()
                answer.Clear()
                answer.fault.text = ''.join(traceback.format_exception_only(type(exception), exception)).strip()
                connection.send(answer)
                sys.exit(1)
            connection.send(answer)
    except (BrokenPipeError, ConnectionResetError):
        pass  # the harness has heard enough


def _connect(address, patience_s):
    kind, _, place = address.partition(':')
    if kind not in ('unix', 'tcp'):
        raise ValueError(f'"{address}" is no address; write unix:PATH or tcp:PORT')
    deadline = time.monotonic() + patience_s
    while True:
        one = socket.socket(socket.AF_UNIX if kind == 'unix' else socket.AF_INET, socket.SOCK_STREAM)
        try:
            one.connect(place if kind == 'unix' else ('127.0.0.1', int(place)))
            if kind == 'tcp':
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return one
        except (ConnectionRefusedError, FileNotFoundError):
            one.close()
            if time.monotonic() >= deadline:
                return None
            time.sleep(0.02)


def serve(driver, connect=None, patience_s=60.0):
    """Drives until the harness closes its end: over descriptors 3 and 4, as `backlot run --driver 'python3 mine.py'` starts the program, or
    at an address (connect='unix:PATH' or 'tcp:PORT') at which `backlot run --driver ADDRESS` waits."""
    if connect is None:
        try:
            os.fstat(3), os.fstat(4)
        except OSError:
            sys.exit("descriptors 3 and 4 are not open: start this program by backlot run SCENE --driver 'python3 PROGRAM.py'")
        _serve_one(driver, _Connection(lambda size: os.read(3, size), lambda data: os.write(4, data)))
        return
    one = _connect(connect, patience_s)
    if one is None:
        sys.exit(f'there is no harness at {connect}')
    while one is not None:
        with one:
            _serve_one(driver, _Connection(one.recv, one.send))
        one = _connect(connect, 1.0)  # the harness that is through listens no more
