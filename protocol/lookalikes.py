"""Letters that look like others on a screen: the part of Unicode's confusables (UTS #39) that matters for names.

Each row holds the letters of one script, and beside them the Latin letters and digits that they pass for. Case counts:
a capital Greek Ν passes for an N, the small ν for a v.
"""

from typing import Final

_ROWS: Final = (
    # Cyrillic
    ("АВЕЅІЈКМНОРСТУХҮҺԌԚԜѴЬӀЗаеѕіјорсухһԁԛԝѵүгбӏԍьзѡвкмнт", "ABESlJKMHOPCTYXYhGQWVbl3aesijopcyxhdqwvyr6lgb3wBKMHT"),
    # Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϺαβγηικνορτυχωϳ", "ABEZHlKMNOPTYXMaBynikvoptuxwj"),
    # Armenian
    ("ՕՍՏԼօոսհցզյաէԱ", "OUSLonuhgqjwtU"),
    # Cherokee, whose small letters fold to these
    ("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴᏳᏩᏪ", "DRTiYAJEWMHYGhZ4bRWVSLCPKdBGGw"),
    # Lisu
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAElOU"),
    # Latin: small capitals and the letters of phoneticians
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡɩıƖǀʋɯɛɔ", "ABCDEFGHlJKLMNOPRSTUVWYZagiillvweo"),
    # Digits, signs, and a capital I, which is as bare a bar as a small l
    ("0158|!I", "OlSBlll"),
)

LOOKALIKES: Final = {ord(letter): latin for letters, like in _ROWS for letter, latin in zip(letters, like, strict=True)}
"""For `str.translate`: what each letter passes for."""
