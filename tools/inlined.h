/* The usual cases of what compiled code asks of Python most often, to be compiled into the twin.

   `tools.compile` puts this between the compiler's runtime and the code of a library. Everything else is left to
   Python's own function: another type, a value that has to be compared first, a list that has to grow a lot. */

#if !defined(Py_GIL_DISABLED) && PY_VERSION_HEX < 0x030E0000
#ifndef Py_BUILD_CORE
#define Py_BUILD_CORE
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#undef _PyGC_FINALIZED /* in Python 3.12, this is defined again in what follows */
#include "internal/pycore_dict.h"
#pragma GCC diagnostic pop

/* Make room for this many more items in a list, as Python itself does. */
static int make_room(PyListObject *list, Py_ssize_t more) {
    Py_ssize_t needed = Py_SIZE(list) + more;
    if (likely(needed <= list->allocated)) {
        return 1;
    }
    Py_ssize_t room = (needed + (needed >> 3) + 6) & ~(Py_ssize_t)3;
    PyObject **items = (PyObject **)PyMem_Realloc(list->ob_item, room * sizeof(PyObject *));
    if (unlikely(items == NULL)) {
        PyErr_NoMemory();
        return 0;
    }
    list->ob_item = items;
    list->allocated = room;
    return 1;
}

static inline int append(PyObject *to, PyObject *item) {
    PyListObject *list = (PyListObject *)to;
    if (unlikely(Py_SIZE(list) >= list->allocated && !make_room(list, 1))) {
        return -1;
    }
    Py_INCREF(item);
    list->ob_item[Py_SIZE(list)] = item;
    Py_SET_SIZE(list, Py_SIZE(list) + 1);
    return 0;
}

/* Append the keys of a dict; return whether that was possible. */
static int extended_by_keys(PyListObject *list, PyDictObject *by) {
    if (by->ma_keys->dk_kind != DICT_KEYS_UNICODE) {
        return 0;
    }
    if (unlikely(!make_room(list, by->ma_used))) {
        PyErr_Clear();
        return 0;
    }
    Py_ssize_t size = Py_SIZE(list), all = size + by->ma_used;
    for (PyDictUnicodeEntry *entry = DK_UNICODE_ENTRIES(by->ma_keys); size < all; entry++) {
        if (entry->me_value != NULL) {
            list->ob_item[size++] = Py_NewRef(entry->me_key);
        }
    }
    Py_SET_SIZE(list, all);
    return 1;
}

/* Append the items of a list or tuple or the keys of a dict; return whether that was possible. */
static int extended(PyObject *to, PyObject *by) {
    PyListObject *list = (PyListObject *)to;
    if (PyDict_CheckExact(by)) {
        return extended_by_keys(list, (PyDictObject *)by);
    }
    if (to == by || !(PyList_CheckExact(by) || PyTuple_CheckExact(by))) {
        return 0;
    }
    Py_ssize_t more = PySequence_Fast_GET_SIZE(by), size = Py_SIZE(list);
    if (more == 0) {
        return 1;
    }
    if (unlikely(!make_room(list, more))) {
        PyErr_Clear();
        return 0;
    }
    PyObject **from = PySequence_Fast_ITEMS(by), **into = list->ob_item + size;
    for (Py_ssize_t n = 0; n < more; n++) {
        Py_INCREF(from[n]);
        into[n] = from[n];
    }
    Py_SET_SIZE(list, size + more);
    return 1;
}

static PyObject *extend(PyObject *to, PyObject *by) {
    if (likely(extended(to, by))) {
        Py_RETURN_NONE;
    }
    return CPyList_Extend(to, by);
}

static PyObject *add_to(PyObject *to, PyObject *by) {
    if (PyList_CheckExact(to) && extended(to, by)) {
        return Py_NewRef(to);
    }
    return PySequence_InPlaceConcat(to, by);
}

/* Look a text up in a dict of which all keys are texts. `sure` says whether the result is certain; it is borrowed. */
static PyObject *looked_up(PyObject *dict, PyObject *key, bool *sure) {
    PyDictKeysObject *keys = ((PyDictObject *)dict)->ma_keys;
    *sure = false;
    if (!PyUnicode_CheckExact(key) || keys->dk_kind != DICT_KEYS_UNICODE) {
        return NULL;
    }
    Py_hash_t hash = ((PyASCIIObject *)key)->hash;
    if (unlikely(hash == -1)) {
        return NULL;
    }
    PyDictUnicodeEntry *entries = DK_UNICODE_ENTRIES(keys);
    size_t mask = ((size_t)1 << keys->dk_log2_size) - 1, perturb = (size_t)hash, place = (size_t)hash & mask;
    for (;;) {
        Py_ssize_t n = keys->dk_log2_size < 8    ? ((int8_t *)keys->dk_indices)[place]
                       : keys->dk_log2_size < 16 ? ((int16_t *)keys->dk_indices)[place]
                                                 : ((int32_t *)keys->dk_indices)[place];
        if (n >= 0) {
            PyDictUnicodeEntry *entry = entries + n;
            if (likely(entry->me_key == key)) {
                *sure = true;
                return entry->me_value;
            }
            if (((PyASCIIObject *)entry->me_key)->hash == hash) {
                return NULL;
            }
        } else if (n == DKIX_EMPTY) {
            *sure = true;
            return NULL;
        }
        perturb >>= 5;
        place = (place * 5 + perturb + 1) & mask;
    }
}

static PyObject *get_item(PyObject *dict, PyObject *key) {
    bool sure;
    if (likely(PyDict_CheckExact(dict))) {
        PyObject *found = looked_up(dict, key, &sure);
        if (found != NULL) {
            return Py_NewRef(found);
        }
    }
    return CPyDict_GetItem(dict, key);
}

static PyObject *get_or(PyObject *dict, PyObject *key, PyObject *otherwise) {
    bool sure;
    PyObject *found = looked_up(dict, key, &sure);
    return found != NULL || sure ? Py_NewRef(found != NULL ? found : otherwise) : CPyDict_Get(dict, key, otherwise);
}

static int has_key(PyObject *dict, PyObject *key) {
    bool sure;
    PyObject *found = looked_up(dict, key, &sure);
    return found != NULL || sure ? found != NULL : PyDict_Contains(dict, key);
}

static int contains(PyObject *all, PyObject *one) {
    if (PyDict_CheckExact(all)) {
        return has_key(all, one);
    }
    if (!PyUnicode_CheckExact(one) || !(PyList_CheckExact(all) || PyTuple_CheckExact(all))) {
        return PySequence_Contains(all, one);
    }
    Py_ssize_t size = PySequence_Fast_GET_SIZE(all);
    PyObject **items = PySequence_Fast_ITEMS(all);
    for (Py_ssize_t n = 0; n < size; n++) {
        if (items[n] == one) {
            return 1;
        }
        if (unlikely(!PyUnicode_CheckExact(items[n]))) {
            return PySequence_Contains(all, one);
        }
        if (CPyStr_Equal(items[n], one)) {
            return 1;
        }
    }
    return 0;
}

static PyObject *values(PyObject *dict) {
    PyDictObject *all = (PyDictObject *)dict;
    if (!PyDict_CheckExact(dict) || all->ma_keys->dk_kind != DICT_KEYS_UNICODE) {
        return CPyDict_Values(dict);
    }
    PyObject *list = PyList_New(all->ma_used);
    if (unlikely(list == NULL)) {
        return NULL;
    }
    PyDictUnicodeEntry *entry = DK_UNICODE_ENTRIES(all->ma_keys);
    for (Py_ssize_t n = 0; n < all->ma_used; entry++) {
        if (entry->me_value != NULL) {
            PyList_SET_ITEM(list, n++, Py_NewRef(entry->me_value));
        }
    }
    return list;
}

static PyObject *compare(PyObject *left, PyObject *right, int how) {
    if ((how == Py_EQ || how == Py_NE) && PyUnicode_CheckExact(left) && PyUnicode_CheckExact(right)) {
        return PyBool_FromLong((how == Py_EQ) == CPyStr_Equal(left, right));
    }
    return PyObject_RichCompare(left, right, how);
}

/* Whether an object is of a native class; most are, or their class extends it directly. */
static inline int is_a(PyObject *one, PyTypeObject *kind) {
    return Py_TYPE(one) == kind || Py_TYPE(one)->tp_base == kind || PyType_IsSubtype(Py_TYPE(one), kind);
}

static inline PyObject *at(PyObject *list, CPyTagged index) {
    size_t n = (size_t)index >> 1;
    if (likely(!(index & CPY_INT_TAG) && n < (size_t)PyList_GET_SIZE(list))) {
        return Py_NewRef(PyList_GET_ITEM(list, n));
    }
    return CPyList_GetItem(list, index);
}

#define PyList_Append append
#define CPyList_Extend extend
#define PySequence_InPlaceConcat add_to
#define CPyDict_GetItem get_item
#define CPyDict_Get get_or
#define CPyDict_Values values
#define PyDict_Contains has_key
#define PySequence_Contains contains
#define PyObject_RichCompare compare
#undef PyObject_TypeCheck
#define PyObject_TypeCheck(one, kind) is_a((PyObject *)(one), kind)
#define CPyList_GetItem at
#endif
