"""A driver that publishes every number of its mission and its view as a signal, named by its path: the test compares them."""
import os
import sys

sys.path.insert(0, os.environ['BACKLOT_PYTHON'])
import backlot_driver


def numbers(message, path, found):
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        name = f'{path}.{field.name}'
        if field.label == field.LABEL_REPEATED:
            for k, one in enumerate(value):
                numbers(one, f'{name}[{k}]', found)
        elif field.message_type is not None:
            numbers(value, name, found)
        elif field.type != field.TYPE_STRING:
            found[name] = float(value)


class Echo(backlot_driver.Driver):
    def reset(self, mission):
        self.mission = {}
        numbers(mission, 'mission', self.mission)
        self.scene = mission.scene

    def step(self, view):
        found = dict(self.mission)
        found['scene ' + self.scene] = view.time_s
        numbers(view.own, 'own', found)
        for k, one in enumerate(view.objects):
            numbers(one, f'objects[{k}]', found)
        if view.road is not None:
            numbers(view.road, 'road', found)
        points = [(view.own.x, view.own.y), (view.own.x + 1, view.own.y + 2), (view.own.x + 2, view.own.y + 5)]
        return backlot_driver.Path(points, [1.0, 2.0, view.time_s], indicates_right=True, signals=found)


backlot_driver.serve(Echo())
